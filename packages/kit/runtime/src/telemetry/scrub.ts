/** Data that errors of drivers and servers quote. */
const PERSONAL: readonly (readonly [RegExp, string])[] = [
  // E-mail addresses; a name before it in quotes or angle brackets is not recognized and remains.
  [/[^\s<>()[\]"'`,;:=/]+@[^\s<>()[\]"'`,;/]+/g, '[address]'],
  [/\b(?:sk|pk)_(?:live|test)_\w+|\b(?:os|adm|whsec|feed)_\w+/g, '[key]'],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)*/g, '[token]'],
  [/\bBearer\s+\S+/gi, 'Bearer [key]'],
  // A JSON parser quotes the text it could not read.
  [/"[^\n]*"(?= is not valid JSON)/g, '[text]'],
  // Parameters of a query, as drizzle and Postgres write them.
  [/\n?\bparams: [\s\S]*$/, ''],
  [/\bKey \([^)]*\)=\([\s\S]*?\)/g, 'Key [values]'],
  [/\bFailing row contains \([\s\S]*\)/g, 'Failing row [values]'],
];

/** For logs and stored errors: the text without addresses, keys, tokens and parameters. */
export function scrub(text: string): string {
  let scrubbed = text;
  for (const [pattern, replacement] of PERSONAL) scrubbed = scrubbed.replace(pattern, replacement);
  return scrubbed;
}
