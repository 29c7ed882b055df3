import type { CallOptions, LodgingOptions } from '../options.ts';

type Checks = Readonly<Record<string, readonly [isRight: (value: unknown) => boolean, needed: string]>>;

const isFunction = (value: unknown) => typeof value === 'function';
const isDuration = (value: unknown) => typeof value === 'number' && value > 0;
const isText = (value: unknown) => typeof value === 'string';
/** A `Headers` or a `Map` has nothing that a spread would copy. */
const isRecord = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  !(Symbol.iterator in value) &&
  Object.values(value).every(isText);

const OF_CALLS: Checks = {
  deadlineMs: [isDuration, 'a number of milliseconds above 0'],
  timeoutMs: [isDuration, 'a number of milliseconds above 0'],
  maxRetries: [(value) => Number.isInteger(value) && Number(value) >= 0, 'a whole number, 0 or more'],
  headers: [isRecord, 'an object of strings'],
  signal: [(value) => typeof Object(value).aborted === 'boolean', 'an AbortSignal'],
};

const OF_CLIENTS: Checks = {
  ...OF_CALLS,
  // A line break at the end, as a file has it, would fail in `fetch` as if there were no connection.
  key: [(value) => /^[!-~]+$/.test(String(value)), 'a string without spaces and line breaks'],
  baseUrl: [isAddress, 'the address of the API, https://… (on servers also in LODGING_URL)'],
  credentials: [
    (value) => ['omit', 'same-origin', 'include'].includes(String(value)),
    'omit, same-origin or include',
  ],
  fetch: [isFunction, 'a function'],
  onRequest: [isFunction, 'a function'],
};

/** Throws a TypeError that names the option, without its value, which may be a key. */
export function checkOptions(options: LodgingOptions): void {
  check({ ...options, baseUrl: options.baseUrl ?? null }, OF_CLIENTS);
}

export function checkCallOptions(options: CallOptions): void {
  check(options, OF_CALLS);
}

function check(options: object, checks: Checks): void {
  for (const [name, value] of Object.entries(options)) {
    const [isRight, needed] = checks[name] ?? [];
    if (value !== undefined && isRight?.(value) === false) throw new TypeError(`${name} must be ${needed}`);
  }
}

/** Fetch refuses an address with a password as if there were no connection. */
function isAddress(value: unknown): boolean {
  try {
    const { protocol, username, password, search, hash } = new URL(String(value));
    return /^https?:$/.test(protocol) && username + password + search + hash === '';
  } catch {
    return false;
  }
}
