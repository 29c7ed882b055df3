/** An error of a zod schema, with the members of its kind. */
export interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly code?: string | undefined;
  readonly expected?: unknown;
  readonly values?: readonly unknown[];
  readonly origin?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly inclusive?: unknown;
  readonly format?: unknown;
}

/** The beginnings of zod's own messages; any other was written at the schema. */
const WRITTEN_BY_ZOD = /^(?:Invalid |Too small: |Too big: )/;

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  email: 'an e-mail address',
  url: 'a URL',
  datetime: 'a timestamp such as 2027-06-10T15:00:00Z',
  date: 'a date such as 2027-06-10',
};

/** What the field must be, to be read after its name: "must be at least 1". */
export function issueMessage(issue: Issue): string {
  if (!WRITTEN_BY_ZOD.test(issue.message)) return issue.message;
  return plainMessage(issue) ?? issue.message;
}

function plainMessage({ code, message, ...issue }: Issue): string | undefined {
  if (code === 'invalid_value') return oneOf(issue.values ?? []);
  if (code === 'too_small')
    return bound(issue, issue.minimum, issue.inclusive === true ? 'at least' : 'above');
  if (code === 'too_big') return bound(issue, issue.maximum, issue.inclusive === true ? 'at most' : 'below');
  if (code === 'invalid_format') return kind(FORMATS[String(issue.format)]);
  if (code !== 'invalid_type') return undefined;
  return message.endsWith('received undefined') ? 'is required' : kind(TYPES[String(issue.expected)]);
}

function kind(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `must be ${name}`;
}

function oneOf(values: readonly unknown[]): string {
  const texts = values.map((value) => JSON.stringify(value));
  return texts.length === 1 ? `must be ${texts[0]}` : `must be one of ${texts.join(', ')}`;
}

function bound({ origin }: Pick<Issue, 'origin'>, limit: unknown, comparison: string): string {
  const isText = origin === 'string';
  if (!isText && origin !== 'array' && origin !== 'set') return `must be ${comparison} ${String(limit)}`;
  if (limit === 1 && comparison === 'at least') return 'must not be empty';
  const unit = isText ? 'character' : 'item';
  return `must have ${comparison} ${String(limit)} ${unit}${limit === 1 ? '' : 's'}`;
}
