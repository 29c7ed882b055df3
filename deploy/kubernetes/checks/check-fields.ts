import { join } from 'node:path';
import ts from 'ts6';
import { inModelVersion, typeOf } from './models.ts';
import { titleOf } from './render-overlay.ts';
import type { ClusterObject } from './render-overlay.ts';

/** A virtual file beside this one, so that imports of the models resolve. */
const FILE = join(import.meta.dirname, 'objects-to-check.ts');

export function checkFields(objects: readonly ClusterObject[]): string[] {
  const unknown = objects.filter((object) => typeOf(object) === undefined);
  const known = objects.filter((object) => typeOf(object) !== undefined);
  // One line per object, so that the line of an error is the index of its object.
  const lines = known.map((object, index) => {
    const type = (typeOf(object) ?? 'never').replaceAll('\n', ' ');
    return `export const object${index}: ${type} = ${JSON.stringify(inModelVersion(object))};`;
  });
  const program = programOf(lines.join('\n'));
  const errors = ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const text = ts.flattenDiagnosticMessageText(messageText, ' ');
    const line = file?.fileName === FILE ? file.getLineAndCharacterOfPosition(start ?? 0).line : -1;
    const object = known[line];
    return object === undefined ? `the check itself: ${text}` : `${titleOf(object)}: ${text}`;
  });
  return [
    ...unknown.map((object) => `${titleOf(object)}: there is no model of ${object.apiVersion}`),
    ...errors,
  ];
}

function programOf(text: string): ts.Program {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es2022.d.ts'],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  };
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (name) => name === FILE || disk.fileExists(name),
    readFile: (name) => (name === FILE ? text : disk.readFile(name)),
    getSourceFile: (name, language, ...rest) =>
      name === FILE ? ts.createSourceFile(name, text, language) : disk.getSourceFile(name, language, ...rest),
  };
  return ts.createProgram([FILE], options, host);
}
