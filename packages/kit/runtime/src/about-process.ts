import workspace from '../package.json' with { type: 'json' };
import type { z } from 'zod';
import { isSecret } from './settings.ts';

export interface AboutProcess {
  readonly version: string;
  /** Names of settings whose values anybody could guess. Never the values. */
  readonly weakSecrets: readonly string[];
}

export function aboutProcess(
  schema: z.ZodObject,
  settings: { readonly SERVICE_VERSION?: string | undefined },
): AboutProcess {
  const given = settings as Readonly<Record<string, unknown>>;
  return {
    version: settings.SERVICE_VERSION ?? workspace.version,
    weakSecrets: Object.keys(schema.shape).filter((name) => {
      const values = [given[name]].flat().filter((value): value is string => typeof value === 'string');
      return values.some(isSecret(schema.shape[name]) ? isGuessable : hasGuessablePassword);
    }),
  };
}

/** What kind of secret it is says nothing of how secret it is. */
const PREFIX = /^(?:(?:sk|rk|pk)_(?:test|live)_|whsec_|adm_)/;
const PLACEHOLDER =
  /(?:^|[^a-z])(?:change[-_ ]?me|changeit|default|demo|dev|development|dummy|example|insecure|local|lodging|not[-_ ]?(?:so[-_ ]?)?secret|passw(?:or)?d|placeholder|sample|secret|test|todo)(?:[^a-z]|$)/;
const FEWEST_CHARACTERS = 6;

/** Made of words that people put where a secret belongs, or of hardly any characters. */
function isGuessable(secret: string): boolean {
  const bare = secret.replace(PREFIX, '').toLowerCase();
  return new Set(bare).size < FEWEST_CHARACTERS || PLACEHOLDER.test(bare);
}

function hasGuessablePassword(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  if (password === '') return false;
  return password === username || isGuessable(decodeURIComponent(password));
}
