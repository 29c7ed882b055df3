import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { bruToJsonV2, collectionBruToJson } from '@usebruno/lang';

interface Pair {
  name: string;
  value: string;
}
interface BruRequest {
  meta: { name: string; seq: string };
  http: { method: string; url: string; body: string; auth: string };
  headers?: Pair[];
  body?: { json?: string };
  vars?: { res?: Pair[] };
  assertions?: Pair[];
}

export type Variables = Record<string, string>;

/** The requests of a folder of a Bruno collection, in order. */
export async function requestsOf(folder: string): Promise<BruRequest[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.bru') && name !== 'folder.bru');
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const requests = texts.map((text) => bruToJsonV2(text) as BruRequest);
  return requests.toSorted((one, other) => Number(one.meta.seq) - Number(other.meta.seq));
}

/**
 * Runs a folder as Bruno does: variables, the collection's key, what is read from responses, assertions. What this reader
 * does not know (scripts, other kinds of bodies and assertions) is an error, not a success.
 */
export async function runFolder(collection: string, folder: string, given: Variables): Promise<string[]> {
  const variables = { ...given };
  const { auth } = collectionBruToJson(await readFile(join(collection, 'collection.bru'), 'utf8'));
  const ran: string[] = [];
  for (const request of await requestsOf(join(collection, folder))) {
    const unknown = Object.keys(request).filter((name) => !KNOWN.includes(name));
    if (!['json', 'none'].includes(request.http.body)) unknown.push(`a body of ${request.http.body}`);
    if (unknown.length > 0) throw new Error(`${request.meta.name} has ${unknown.join(', ')}`);
    const res = await send(request, variables, String(auth.bearer.token));
    for (const { name, value } of request.assertions ?? [])
      check(request.meta.name, { name, value }, res, variables);
    for (const { name, value } of request.vars?.res ?? [])
      variables[name] = String(runInNewContext(value, { res }));
    ran.push(request.meta.name);
  }
  return ran;
}

const KNOWN = ['meta', 'http', 'headers', 'body', 'vars', 'assertions', 'docs'];

async function send(request: BruRequest, variables: Variables, token: string) {
  const { http, headers = [], body } = request;
  const filled = (text: string) => fill(text, variables);
  const sent = new Headers(headers.map(({ name, value }) => [name, filled(value)]));
  if (http.auth === 'inherit') sent.set('authorization', `Bearer ${filled(token)}`);
  if (http.body === 'json') sent.set('content-type', 'application/json');
  const payload = http.body === 'json' ? filled(body?.json ?? '') : undefined;
  const response = await fetch(filled(http.url), {
    method: http.method.toUpperCase(),
    headers: sent,
    ...(payload !== undefined && { body: payload }),
  });
  return { status: response.status, body: await response.json() };
}

function fill(text: string, variables: Variables): string {
  return text.replaceAll(/\{\{([$\w]+)\}\}/g, (_, name: string) => {
    const value = name === '$guid' ? randomUUID() : variables[name];
    if (value === undefined) throw new Error(`nothing has set ${name}`);
    return value;
  });
}

function check(request: string, { name, value }: Pair, res: { body: unknown }, variables: Variables): void {
  const [, operator, expected = ''] = /^(\w+) (.*)$/.exec(value) ?? [];
  if (operator !== 'eq') throw new Error(`${request} asserts by ${operator}, which is not known here`);
  const actual = String(runInNewContext(name, { res }));
  if (actual !== fill(expected, variables))
    throw new Error(
      `${request}: ${name} is ${actual}, not ${expected}: ${JSON.stringify(res.body).slice(0, 500)}`,
    );
}
