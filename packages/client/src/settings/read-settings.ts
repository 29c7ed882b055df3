import { checkOptions } from './check-options.ts';
import type { LodgingOptions } from '../options.ts';

/** The options of a client, checked and complete as far as other code needs them. */
export interface Settings extends LodgingOptions {
  /** Without `/v1` and without a slash at its end. */
  readonly baseUrl: string;
}

export function settingsOf(options: LodgingOptions): Settings {
  const settings = { key: variable('LODGING_KEY'), baseUrl: variable('LODGING_URL'), ...options };
  checkOptions(settings);
  return {
    ...settings,
    baseUrl: String(settings.baseUrl)
      .replace(/\/+$/, '')
      .replace(/\/+v1$/, ''),
  };
}

/** Undefined in browsers, and where Deno does not allow the program to read its environment. */
function variable(name: string): string | undefined {
  try {
    return (globalThis as Environment).process?.env?.[name] || undefined;
  } catch {
    return undefined;
  }
}

interface Environment {
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
}
