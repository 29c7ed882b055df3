// Guarantees of what a script learns from the end of a recovery.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CliDeps } from '../cli-deps.ts';
import { run } from '../run.ts';

const SINCE = '2027-05-03T09:00:00.000Z';
const whole = { since: SINCE, complete: true, unreachable: [] };
const emptyReport = { ...whole, read: 0, stays: [], otherEvents: [], lostPayments: [] };
const emptyResult = { ...whole, next: null, stopped: null, services: [], claimed: 0, unclaimed: [] };
const away = [{ service: 'payments', why: 'no answer' }];
const ID = '00000000-0000-7000-8000-000000000001';
const unclaimed = [{ id: ID, tenantId: ID, code: 'no_availability' }];

let answer: object = {};
let answers: object[] = [];
const shown: string[] = [];
const notes: string[] = [];
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answers.shift() ?? answer));
});
beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)));
afterAll(() => {
  server.close();
});

function recover(verb: string): Promise<number> {
  const { port } = server.address() as AddressInfo;
  const refuse = () => Promise.reject(new Error('no terminal'));
  const deps: CliDeps = {
    env: { LODGING_ADMIN_URL: `http://127.0.0.1:${port}`, LODGING_ADMIN_TOKEN: 'adm_x' },
    cwd: import.meta.dirname,
    output: {
      result: (text) => shown.push(text),
      note: (text) => notes.push(text),
      style: (_, text) => text,
    },
    terminal: { isInteractive: false, readStdin: refuse, prompt: refuse, promptSecret: refuse },
    now: () => Temporal.Instant.from(SINCE),
  };
  return run(['recover', verb, '--since', SINCE, '--yes', '--json'], deps);
}

it.each([
  ['report', 'all was read', emptyReport, 0],
  ['report', 'there was no time for all of it', { ...emptyReport, complete: false }, 3],
  ['report', 'a service is missing', { ...emptyReport, unreachable: away }, 3],
  ['apply', 'all is whole', emptyResult, 0],
  ['apply', 'not everything was reached', { ...emptyResult, complete: false }, 3],
  ['apply', 'a service is missing', { ...emptyResult, unreachable: away }, 3],
  ['apply', 'stays have no units', { ...emptyResult, unclaimed }, 1],
  ['apply', 'stays have no units, and more may follow', { ...emptyResult, unclaimed, complete: false }, 3],
])('recover %s where %s ends with its code, after the answer was shown', async (verb, _, given, code) => {
  answer = given;
  shown.length = 0;
  expect(await recover(verb)).toBe(code);
  expect(shown.map((text): unknown => JSON.parse(text))).toEqual([given]);
});

const at = (position: number) => ({ read: { inventory: null, reservations: position }, published: {} });
const part = (next: object) => ({ ...emptyResult, complete: false, claimed: 2, next });

it('recover apply asks until nothing is left, and says what all requests did', async () => {
  answers = [part(at(1)), part(at(2)), { ...emptyResult, claimed: 1 }];
  shown.length = 0;
  expect(await recover('apply')).toBe(0);
  expect(shown.map((text): unknown => JSON.parse(text))).toEqual([{ ...emptyResult, claimed: 5 }]);
});

it('recover apply ends where it makes no progress, says so, and shows what was done', async () => {
  answer = part(at(7));
  [shown.length, notes.length] = [0, 0];
  expect(await recover('apply')).toBe(3);
  expect(shown.map((text): unknown => JSON.parse(text))).toEqual([{ ...answer, claimed: 4 }]);
  expect(notes.join(' ')).toMatch(/makes no progress/);
});
