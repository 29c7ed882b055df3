import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** As much of the types of React 19 and Vue 3 as the types of the package use, in their own structure. */
const FILES: Readonly<Record<string, string>> = {
  'react/package.json': JSON.stringify({
    name: 'react',
    exports: { '.': { types: './index.d.ts' }, './jsx-runtime': { types: './jsx-runtime.d.ts' } },
  }),
  'react/index.d.ts': `
export = React;
declare namespace React {
  type Key = string | number | bigint;
  interface Attributes { key?: Key | null | undefined }
  interface RefAttributes<T> extends Attributes { ref?: ((instance: T | null) => void) | { current: T | null } | null | undefined }
  type ClassAttributes<T> = RefAttributes<T>;
  interface HTMLAttributes<T> { className?: string | undefined; lang?: string | undefined; resource?: string | undefined }
  type DetailedHTMLProps<E extends HTMLAttributes<T>, T> = ClassAttributes<T> & E;
  namespace JSX {
    interface Element { readonly type: unknown }
    interface IntrinsicElements { div: DetailedHTMLProps<HTMLAttributes<object>, object> }
  }
}
`,
  'react/jsx-runtime.d.ts': `
import * as React from './';
export namespace JSX {
  interface Element extends React.JSX.Element {}
  interface IntrinsicElements extends React.JSX.IntrinsicElements {}
}
export function jsx(type: unknown, props: unknown, key?: React.Key): React.JSX.Element;
export function jsxs(type: unknown, props: unknown, key?: React.Key): React.JSX.Element;
`,
  'vue/package.json': JSON.stringify({ name: 'vue', exports: { '.': { types: './index.d.ts' } } }),
  'vue/index.d.ts': `export * from './runtime-core.js';\n`,
  'vue/runtime-core.d.ts': `
export interface GlobalComponents {}
export interface HTMLAttributes { class?: unknown; lang?: string }
export interface PublicProps { key?: PropertyKey }
type Overloads<T> = (T extends any ? (argument: T) => void : never) extends (argument: infer I) => void ? I : never;
export type EmitFn<Options extends Record<string, (event: any) => void>> = Overloads<
  { [Name in keyof Options]: (name: Name, ...rest: Parameters<Options[Name]>) => void }[keyof Options]
>;
`,
};

export async function writeFrameworks(modules: string): Promise<void> {
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await writeFile(join(modules, name), text);
  }
}
