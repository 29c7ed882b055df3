import { z } from 'zod';

export interface Found {
  readonly path: string;
  readonly shape: z.ZodType;
}

/** The shape and all that it is made of, with where they stand. */
export function shapesWithin(root: z.ZodType, path: string): Found[] {
  return [{ path, shape: root }, ...partsOf(root).flatMap(([name, part]) => shapesWithin(part, path + name))];
}

function partsOf({ _zod: { def } }: z.ZodType): [string, z.ZodType][] {
  const { shape, ...others }: Record<string, unknown> = { ...def };
  const fields = Object.entries(Object(shape)).map(([name, part]) => [`/${name}`, part] as const);
  const inner = Object.entries(others).flatMap(([name, part]) =>
    Array.isArray(part) ? part.map((one) => ['', one] as const) : [[STEPS[name] ?? '', part] as const],
  );
  return [...fields, ...inner].flatMap(([name, part]) => (part instanceof z.ZodType ? [[name, part]] : []));
}

const STEPS: Readonly<Record<string, string>> = { element: '/*', valueType: '/*', keyType: '/key' };
