// Guarantees of what a script learns from the end of a recovery.
import { expect, it } from 'vitest';
import { runCommand } from '../../test/run-command.ts';
import type { CommandResult } from '../../test/run-command.ts';
import { useAdminApi } from '../../test/use-admin-api.ts';

const SINCE = '2027-05-03T09:00:00.000Z';
const whole = { since: SINCE, complete: true, unreachable: [] };
const emptyReport = { ...whole, read: 0, stays: [], otherEvents: [], lostPayments: [] };
const emptyResult = { ...whole, next: null, stopped: null, services: [], claimed: 0, unclaimed: [] };
const away = [{ service: 'payments', why: 'no answer' }];
const ID = '00000000-0000-7000-8000-000000000001';
const unclaimed = [{ id: ID, tenantId: ID, code: 'no_availability' }];

let answer: object = {};
let answers: object[] = [];
const api = useAdminApi(() => [200, answers.shift() ?? answer]);

const recover = (verb: string): Promise<CommandResult> =>
  runCommand(['recover', verb, '--since', SINCE, '--yes', '--json'], { env: api.env, now: SINCE });

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
  const result = await recover(verb);
  expect(result.code).toBe(code);
  expect(JSON.parse(result.out)).toEqual(given);
});

const at = (position: number) => ({ read: { inventory: null, reservations: position }, published: {} });
const part = (next: object) => ({ ...emptyResult, complete: false, claimed: 2, next });

it('recover apply asks until nothing is left, and says what all requests did', async () => {
  answers = [part(at(1)), part(at(2)), { ...emptyResult, claimed: 1 }];
  const { code, out } = await recover('apply');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({ ...emptyResult, claimed: 5 });
});

it('recover apply ends where it makes no progress, says so, and shows what was done', async () => {
  answer = part(at(7));
  const { code, out, notes } = await recover('apply');
  expect(code).toBe(3);
  expect(JSON.parse(out)).toEqual({ ...answer, claimed: 4 });
  expect(notes).toMatch(/makes no progress/);
});
