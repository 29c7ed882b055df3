import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { usage } from './failure.ts';

export interface Flags {
  readonly adminUrl?: string;
  readonly tokenFile?: string;
}

export interface Access {
  readonly adminUrl: string;
  readonly token: string;
  /** The address of the public API in demo.json. */
  readonly gatewayUrl: string | undefined;
  readonly isDemo: boolean;
}

interface Demo {
  readonly adminUrl: string;
  readonly adminToken: string;
  readonly gatewayUrl: string;
}

interface AccessDeps {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly readStdin: () => Promise<string>;
}

export interface PublicFlags {
  readonly apiUrl?: string | undefined;
  readonly keyFile?: string | undefined;
}

/** The public API and a secret key of a tenant. The key is never an argument, because other users can see those. */
export async function readPublicAccess(
  flags: PublicFlags,
  deps: AccessDeps,
): Promise<{ readonly apiUrl: string; readonly key: string }> {
  const { env } = deps;
  const named = flags.apiUrl ?? nonEmpty(env['LODGING_API_URL']);
  const apiUrl = named ?? (await readDemo(deps))?.gatewayUrl;
  if (apiUrl === undefined || !URL.canParse(apiUrl) || !/^https?:$/.test(new URL(apiUrl).protocol))
    throw usage('The address of the public API is missing: set LODGING_API_URL, or pass --api-url.');
  const key = await readSecret(
    { file: flags.keyFile, value: env['LODGING_SECRET_KEY'], fileOfEnv: env['LODGING_SECRET_KEY_FILE'] },
    deps,
  );
  if (key === undefined)
    throw usage(
      'The secret key of the tenant is missing: set LODGING_SECRET_KEY, or pass --key-file (- reads standard input).',
    );
  return { apiUrl: apiUrl.replace(/\/+$/, '').replace(/\/v1$/, ''), key };
}

/** The token is never an argument, because other users can see the arguments of a process. */
export async function readAccess(flags: Flags, deps: AccessDeps): Promise<Access> {
  const { env } = deps;
  const named = flags.adminUrl ?? nonEmpty(env['LODGING_ADMIN_URL']);
  const given = await readToken(flags, deps);
  const demo = named === undefined || given === undefined ? await readDemo(deps) : undefined;
  const adminUrl = named ?? demo?.adminUrl;
  if (adminUrl === undefined) {
    throw usage(
      'The address of the admin API is missing: set LODGING_ADMIN_URL, pass --admin-url, or start a stack with npm start.',
    );
  }
  if (!URL.canParse(adminUrl) || !/^https?:$/.test(new URL(adminUrl).protocol)) {
    throw usage(`${adminUrl} is not the address of an admin API, such as http://127.0.0.1:8081.`);
  }
  const base = normalizeUrl(adminUrl);
  const isDemo = demo !== undefined && normalizeUrl(demo.adminUrl) === base;
  // The demo's token is sent to the demo only.
  const token = given === undefined ? (isDemo ? demo.adminToken : undefined) : firstOfRing(given);
  if (token === undefined) {
    throw usage(
      'The admin token is missing: set LODGING_ADMIN_TOKEN, or pass --token-file (- reads standard input).',
    );
  }
  if (!/^[!-~]+$/.test(token))
    throw usage('The token contains spaces or unprintable characters: is it the right file?');
  return { adminUrl: base, token, isDemo, gatewayUrl: isDemo ? demo.gatewayUrl : undefined };
}

/** Without a slash or `/admin/v1` at the end. */
function normalizeUrl(url: string): string {
  return url.replace(/\/+$/, '').replace(/\/admin\/v1$/, '');
}

/** While ADMIN_TOKEN of the gateway is replaced it is a JSON array of tokens, of which each is accepted. */
function firstOfRing(text: string): string {
  if (!text.startsWith('[')) return text;
  try {
    const [first]: unknown[] = JSON.parse(text);
    return typeof first === 'string' ? first : text;
  } catch {
    return text;
  }
}

function readToken({ tokenFile: file }: Flags, deps: AccessDeps): Promise<string | undefined> {
  const { LODGING_ADMIN_TOKEN: value, LODGING_ADMIN_TOKEN_FILE: fileOfEnv } = deps.env;
  return readSecret({ file, value, fileOfEnv }, deps);
}

interface SecretSource {
  readonly file: string | undefined;
  readonly value: string | undefined;
  readonly fileOfEnv: string | undefined;
}

async function readSecret(
  { file: named, value, fileOfEnv }: SecretSource,
  { cwd, readStdin }: AccessDeps,
): Promise<string | undefined> {
  const file = named ?? (nonEmpty(value) === undefined ? nonEmpty(fileOfEnv) : undefined);
  if (file === undefined) return nonEmpty(value);
  const text = file === '-' ? await readStdin() : await readText(resolve(cwd, file));
  const token = text.trim();
  if (token === '') throw usage(`${file === '-' ? 'Standard input' : file} contains no token.`);
  return token;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw usage(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Undefined where no stack is ready. */
async function readDemo({ env, cwd }: AccessDeps): Promise<Demo | undefined> {
  const home = nonEmpty(env['LODGING_HOME']);
  const files = home === undefined ? upwards(cwd) : [join(resolve(cwd, home), 'demo.json')];
  for (const file of files) {
    const demo = await readFile(file, 'utf8').then(demoIn, () => undefined);
    if (demo !== undefined) return demo;
  }
  return undefined;
}

function upwards(from: string): string[] {
  const above = dirname(from);
  return [join(from, '.lodging', 'demo.json'), ...(above === from ? [] : upwards(above))];
}

function demoIn(text: string): Demo | undefined {
  const { adminUrl, adminToken, gatewayUrl }: Record<string, unknown> = Object(JSON.parse(text));
  if (typeof adminUrl !== 'string' || typeof adminToken !== 'string') return undefined;
  return { adminUrl, adminToken, gatewayUrl: typeof gatewayUrl === 'string' ? gatewayUrl : '' };
}

function nonEmpty(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value;
}
