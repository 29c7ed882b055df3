import workspace from '../../package.json' with { type: 'json' };
import type { z } from 'zod';
import { isSecret } from './settings.ts';

export interface ProcessInfo {
  readonly version: string;
  /** Names of settings whose values are easy to guess; never the values. */
  readonly weakSecrets: readonly string[];
}

export function processInfo(
  schema: z.ZodObject,
  settings: { readonly SERVICE_VERSION?: string | undefined },
): ProcessInfo {
  const given = settings as Readonly<Record<string, unknown>>;
  return {
    version: settings.SERVICE_VERSION ?? workspace.version,
    weakSecrets: Object.keys(schema.shape).filter((name) => {
      const values = [given[name]].flat().filter((value): value is string => typeof value === 'string');
      return values.some(isSecret(schema.shape[name]) ? isGuessable : hasGuessablePassword);
    }),
  };
}

/** The prefix names the kind of secret and adds nothing to its strength. */
const PREFIX = /^(?:(?:sk|rk|pk)_(?:test|live)_|whsec_|adm_)/;
const PLACEHOLDER =
  /(?:^|[^a-z])(?:change[-_ ]?me|changeit|default|demo|dev|development|dummy|example|insecure|local|lodging|not[-_ ]?(?:so[-_ ]?)?secret|passw(?:or)?d|placeholder|sample|secret|test|todo)(?:[^a-z]|$)/;
const MIN_DISTINCT_CHARACTERS = 6;

function isGuessable(secret: string): boolean {
  const bare = secret.replace(PREFIX, '').toLowerCase();
  return new Set(bare).size < MIN_DISTINCT_CHARACTERS || PLACEHOLDER.test(bare);
}

function hasGuessablePassword(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.password === '') return false;
  return url.password === url.username || isGuessable(decodeURIComponent(url.password));
}
