import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readProcessorTime } from '../benchmarks/processes.ts';
import { FAULTS, faultyBody, type Faults } from '../fuzz/faulty-body.ts';
import { readOperations, type Operation } from '../fuzz/operations.ts';
import { send, type Outcome } from '../fuzz/send.ts';
import type { Demo } from '../harness/demo.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { startLodging, type Lodging } from '../harness/lodging.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';

const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_PROCESSOR_MS = 100;
/** The lowest of so many is the work of the request; the others have that of timers, and of code not yet compiled. */
const TRIES = 5;

/** A stack of its own: its processes have the flags of production, and do nothing else. */
let lodging: Lodging;
let tenant: OwnTenant;
let operations: Operation[];

beforeAll(async () => {
  lodging = await startLodging();
  tenant = await makeTenant(lodging.demo);
  operations = (await readOperations(lodging.demo.gatewayUrl)).filter(({ body }) => body !== undefined);
});

afterAll(() => lodging.stop());

const pidsOf = ({ services }: Demo) =>
  Object.fromEntries(Object.entries(services).map(([name, { pid }]) => [name, pid]));

function post({ method, path }: Operation, bytes: Buffer): Promise<Outcome> {
  return send(lodging.demo.gatewayUrl, {
    method,
    path: path.replaceAll(/\{\w+\}/g, () => randomUUID()),
    headers: {
      authorization: `Bearer ${tenant.secret.key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    bytes,
  });
}

/** Of each service, in milliseconds. */
async function lowestWork(request: () => Promise<unknown>): Promise<number> {
  const names = Object.keys(lodging.demo.services);
  const work: number[] = [];
  while (work.length < TRIES && !work.some((ms) => ms <= MAX_PROCESSOR_MS)) {
    const before = readProcessorTime(lodging.demo);
    await request();
    const after = readProcessorTime(lodging.demo);
    work.push(names.reduce((sum, name) => sum + (after[name] ?? 0) - (before[name] ?? 0), 0));
  }
  return Math.min(...work);
}

function problemIn(name: string, outcome: Outcome) {
  if (outcome.kind === 'none') throw new Error(`${name}: ${outcome.reason}`);
  expect(Buffer.byteLength(outcome.text), name).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
  return { status: outcome.status, ...(JSON.parse(outcome.text) as Record<string, unknown>) };
}

describe.each(FAULTS)('the largest body of each operation with faults of the kind %s', (faults: Faults) => {
  it('has a small answer, costs little, and ends no process', async () => {
    const refused: string[] = [];
    for (const operation of operations) {
      if (operation.body === undefined) continue;
      const { schema, maxBytes } = operation.body;
      const bytes = Buffer.from(JSON.stringify(faultyBody(schema, maxBytes, faults)));
      expect(bytes.length, operation.name).toBeLessThanOrEqual(maxBytes);
      let outcome: Outcome = { kind: 'none', reason: 'not sent' };
      const work = await lowestWork(async () => (outcome = await post(operation, bytes)));
      expect(work, `processor time of ${operation.name}, ${bytes.length} bytes`).toBeLessThanOrEqual(
        MAX_PROCESSOR_MS,
      );
      const { status, code, errors, errorCount } = problemIn(operation.name, outcome) as Record<
        string,
        unknown
      >;
      expect(status, operation.name).toBeLessThan(500);
      if (code !== 'validation_failed') continue;
      refused.push(operation.name);
      const named = (errors as unknown[]).length;
      expect(named, operation.name).toBeGreaterThan(0);
      expect(named, operation.name).toBeLessThanOrEqual(20);
      expect(errorCount, operation.name).toBeGreaterThanOrEqual(named);
    }
    expect(refused.length).toBeGreaterThan(operations.length / 2);
    expect(pidsOf(await lodging.reread())).toEqual(pidsOf(lodging.demo));
    expect((await tenant.secret.get('/v1/resources')).status).toBe(200);
  });
});

describe('a key of metadata that objects have of their own', () => {
  const metadataOf = (json: string) => `"metadata":${json}}`;
  const written = (body: object, json: string) => JSON.stringify(body).replace(/\}$/, `,${metadataOf(json)}`);
  const stay = { from: '2027-06-10T15:00:00Z', to: '2027-06-12T10:00:00Z', partySize: 1, paidOffline: true };

  it('is kept and changed as any other, or refused, and never lost', async () => {
    const { id, ratePlanId } = await makeLodging(tenant.secret, { units: 2 });
    const booking = { ...stay, resourceId: id, ratePlanId, guestEmail: 'guest@example.test' };
    const create = (json: string) =>
      tenant.secret.create<{ booking: { id: string } }>('/v1/bookings', undefined, {
        rawBody: written(booking, json),
      });
    const kept = '{"constructor":"a","prototype":"b"}';
    const made = await create(kept);
    expect(made.status).toBe(201);
    const path = `/v1/bookings/${made.body.booking.id}`;
    expect((await tenant.secret.get(path)).body).toMatchObject({ metadata: JSON.parse(kept) });
    const changed = await tenant.secret.send('PATCH', path, {
      rawBody: `{${metadataOf('{"constructor":"c","prototype":null}')}`,
    });
    expect(changed.body['metadata']).toEqual(JSON.parse('{"constructor":"c"}'));
    for (const answer of [
      await create('{"__proto__":"a","b":"c"}'),
      await tenant.secret.send('PATCH', path, { rawBody: `{${metadataOf('{"__proto__":"a"}')}` }),
    ]) {
      expectProblem(answer, 400, 'validation_failed');
      expect(answer.body).toMatchObject({ errors: [{ pointer: '/metadata/__proto__' }], errorCount: 1 });
    }
  });
});
