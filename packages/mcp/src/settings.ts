import { parseArgs } from 'node:util';
import { keyKindOf } from './key-kind.ts';

export const USAGE = `Usage: lodging-mcp [--origin <url>] [--return-url <url>]
       lodging-mcp --http [--host <address>] [--port <n>] [--allow-host <name>] [--allow-origin <name>] …

LODGING_URL   the address of the API, such as https://api.example.com
LODGING_KEY   a secret or publishable key; with --http each request has its own instead
`;

interface Common {
  readonly url: string;
  readonly origin: string | undefined;
  readonly returnUrl: string | undefined;
}
export interface StdioSettings extends Common {
  readonly transport: 'stdio';
  readonly key: string;
}
export interface HttpSettings extends Common {
  readonly transport: 'http';
  readonly host: string;
  readonly port: number;
  /** Names beside those of the loopback interface. */
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
}

/** A mistake in arguments or environment. Its message never has a key. */
export class SettingsError extends Error {}

export function readSettings(args: readonly string[], env: NodeJS.ProcessEnv): StdioSettings | HttpSettings {
  const flags = readFlags(args);
  const url = env['LODGING_URL'] ?? '';
  if (!isHttpUrl(url)) throw new SettingsError('Set LODGING_URL to the address of the API.');
  const common = {
    url: url.replace(/\/+$/, '').replace(/\/v1$/, ''),
    origin: optionalUrl('--origin', flags.origin),
    returnUrl: optionalUrl('--return-url', flags['return-url']),
  };
  if (!flags.http) {
    const key = env['LODGING_KEY'] ?? '';
    if (keyKindOf(key) === undefined)
      throw new SettingsError('Set LODGING_KEY to a secret key (sk_…) or a publishable key (pk_…).');
    return { transport: 'stdio', key, ...common };
  }
  const port = Number(flags.port);
  if (!/^\d{1,5}$/.test(flags.port) || port > 65_535)
    throw new SettingsError('--port must be from 0 to 65535.');
  return {
    transport: 'http',
    ...common,
    host: flags.host,
    port,
    allowedHosts: flags['allow-host'],
    allowedOrigins: flags['allow-origin'],
  };
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        http: { type: 'boolean', default: false },
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '8090' },
        'allow-host': { type: 'string', multiple: true, default: [] },
        'allow-origin': { type: 'string', multiple: true, default: [] },
        origin: { type: 'string' },
        'return-url': { type: 'string' },
      },
    }).values;
  } catch {
    // The message of parseArgs quotes arguments, and a key may be among them.
    throw new SettingsError('There is an argument that does not exist.');
  }
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function optionalUrl(name: string, value: string | undefined): string | undefined {
  if (value !== undefined && !isHttpUrl(value))
    throw new SettingsError(`${name} must be an http(s) address.`);
  return value;
}
