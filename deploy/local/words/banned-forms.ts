// The table of banned words in the glossary.

export interface BannedForm {
  /** As the table has it. */
  readonly form: string;
  /** Its parts, as `partsOf` splits names and sentences. */
  readonly parts: readonly string[];
  /** Only in names: of code, of files. A part with a capital then has to have it. */
  readonly inNames: boolean;
}

/** `placeHold`, `place-hold`, `PLACE_HOLD` and `place hold` have the same parts but for their capitals. */
export const partsOf = (text: string): string[] => text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+/g) ?? [];

const HEADING = '## Banned words';
const ROW = /^\| (?<forms>.+?) \| .+ \|$/gm;

/** The first column of the table, without its two rows of heading. */
export function readBannedForms(glossary: string): BannedForm[] {
  const rows = [...glossary.slice(glossary.indexOf(HEADING)).matchAll(ROW)].slice(1);
  return rows.flatMap(({ groups }) => (groups?.['forms'] ?? '').split(', ').map(toForm));
}

function toForm(form: string): BannedForm {
  const inNames = form.startsWith('`');
  const parts = partsOf(form);
  return { form, inNames, parts: inNames ? parts : parts.map((part) => part.toLowerCase()) };
}
