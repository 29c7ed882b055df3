import { partsOf, type BannedForm } from './banned-forms.ts';
import { wordsOfCode } from './words-of-code.ts';

export interface Hit {
  /** A form of the table. */
  readonly form: string;
  readonly path: string;
  /** From 1; 0 is the name of the file. */
  readonly line: number;
}

const CODE = /\.(?:[mc]?[jt]s|tsx)$/;
/** What is written like a name in a text that is no code. */
const WRITTEN_LIKE_A_NAME = /\w+_\w+|[a-z]+[A-Z]\w*/g;

/** Forms by their first part, in lower case. */
type Index = ReadonlyMap<string, BannedForm[]>;

/** The banned forms in the name and in the text of a file: one hit for a form and a line. */
export function findBanned(path: string, text: string, forms: readonly BannedForm[]): Hit[] {
  const index = Map.groupBy(forms, ({ parts: [first = ''] }) => first.toLowerCase());
  const { prose, names } = CODE.test(path) ? wordsOfCode(text) : { prose: text, names: text };
  const namesOfLines = names
    .split('\n')
    .map((line) => line.match(CODE.test(path) ? /\S+/g : WRITTEN_LIKE_A_NAME));
  return [path, ...prose.split('\n')].flatMap((sentence, line) => {
    const inLine = line === 0 ? path.split('/') : (namesOfLines[line - 1] ?? []);
    const found = [
      ...formsIn(sentence, index, false),
      ...inLine.flatMap((name) => formsIn(name, index, true)),
    ];
    return [...new Set(found)].map((form) => ({ form, path, line }));
  });
}

function formsIn(text: string, index: Index, isName: boolean): string[] {
  const parts = partsOf(text);
  return parts.flatMap((part, start) =>
    (index.get(part.toLowerCase()) ?? [])
      .filter(({ inNames }) => isName || !inNames)
      .filter((form) => form.parts.every((wanted, offset) => matches(parts[start + offset], wanted)))
      .map(({ form }) => form),
  );
}

/** A capital of the table has to be there. */
const matches = (part: string | undefined, wanted: string): boolean =>
  part === wanted || part?.toLowerCase() === wanted;
