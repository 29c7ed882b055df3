import { inSpan, startTelemetry } from '@lodging/kit-runtime';
import type { Telemetry } from '@lodging/kit-runtime';
import { freshSchema, testLogger } from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../src/index.ts';
import type { Database } from '../src/index.ts';

type Processor = NonNullable<Parameters<typeof startTelemetry>[0]['spanProcessors']>[number];
type Ended = Parameters<Processor['onEnd']>[0];

const TENANT = '018f3c00-0000-7000-8000-000000000001';
const sources = [{ name: 'notebook', directory: `${import.meta.dirname}/migrations` }];

const ended: Ended[] = [];
const recorder: Processor = {
  onStart: () => undefined,
  onEnd: (span) => void ended.push(span),
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};

let telemetry: Telemetry;
let schema: FreshSchema;
let db: Database;

beforeAll(async () => {
  telemetry = startTelemetry({ name: 'notebook', sampleRatio: 1, spanProcessors: [recorder] });
  schema = await freshSchema({ schema: 'notebook', sources });
  db = openDatabase({ url: schema.url, schema: 'notebook', log: testLogger() });
});
beforeEach(() => {
  ended.length = 0;
});
afterAll(async () => {
  await db.close();
  await schema.drop();
  await telemetry.stop();
});

const countNotes = () =>
  db.inTenant(TENANT, async (tx) => {
    await tx.query({ name: 'count_notes', text: 'select count(*) from notes' });
    await tx.query('SELECT 1');
  });

it('each statement of a transaction is a child of its span', async () => {
  await inSpan('request', {}, countNotes);
  expect(ended.map(({ name }) => name)).toEqual([
    'statement count_notes',
    'statement select',
    'transaction',
    'request',
  ]);
  const [first, second, transaction] = ended;
  const parents = [first, second].map((span) => span?.parentSpanContext?.spanId);
  expect(new Set(parents)).toEqual(new Set([transaction?.spanContext().spanId]));
  expect(first?.attributes).toEqual({
    'db.system.name': 'postgresql',
    'db.namespace': 'notebook',
    'db.operation.name': 'statement',
    'db.query.summary': 'count_notes',
  });
});

it('a statement that fails is marked, as is its transaction', async () => {
  const failing = inSpan('request', {}, () => db.inTenant(TENANT, (tx) => tx.query('select broken')));
  await expect(failing).rejects.toThrow('broken');
  const types = ended.map(({ name, attributes }) => [name, typeof attributes['error.type']]);
  expect(types.slice(0, 2)).toEqual([
    ['statement select', 'string'],
    ['transaction', 'string'],
  ]);
});

it('outside a recorded trace there are no spans', async () => {
  await countNotes();
  expect(ended).toEqual([]);
});
