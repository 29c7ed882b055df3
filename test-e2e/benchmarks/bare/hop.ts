import { readFileSync } from 'node:fs';
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import { natsOptions } from './nats-options.ts';
import { commitText, PATHS } from './paths.ts';
import type { Plan, Step } from './paths.ts';

/** As many connections as a service of the product has. */
const CONNECTIONS = 16;
const TIMEOUT_MS = 5_000;

const service = process.env['SERVICE'] ?? '';
const plan = JSON.parse(readFileSync(process.env['BARE_PLAN'] ?? '', 'utf8')) as Plan;
const ids = JSON.parse(process.env['IDS'] ?? '[]') as string[];
const database = { connectionString: process.env['POSTGRES_URL'], max: CONNECTIONS };
const pool = new pg.Pool(database);
const withoutWait = new pg.Pool({ ...database, options: '-c synchronous_commit=off' });
const connection = await connect(natsOptions());

const READ = { name: 'look_up', text: 'SELECT id, body FROM bench.look_up WHERE id = $1' };
const texts = new Map<string, string>();
let reads = 0;

async function take(step: Step, payload: Uint8Array): Promise<void> {
  switch (step.kind) {
    case 'read': {
      reads += 1;
      await pool.query({ ...READ, values: [ids[reads % ids.length]] });
      return;
    }
    case 'commit': {
      const name = step.rows.join('_');
      const text = texts.get(name) ?? commitText(step.rows, plan.inserts);
      texts.set(name, text);
      await (step.durable ? pool : withoutWait).query({ name, text });
      return;
    }
    case 'request': {
      const to = PATHS[step.operation]?.service ?? '';
      await connection.request(`bench.${to}.${step.operation}`, payload, { timeout: TIMEOUT_MS });
      return;
    }
    case 'event': {
      waiting.push(step.event);
      relaying ??= relay().finally(() => (relaying = undefined));
      return;
    }
    case 'provider': {
      const answer = await fetch(plan.providerUrl, { method: 'POST', body: payload.slice() });
      await answer.arrayBuffer();
    }
  }
}

/** As in the outbox of the product: a run takes what waits. */
const EVENTS_OF_A_RUN = 100;
const waiting: string[] = [];
let relaying: Promise<void> | undefined;

async function relay(): Promise<void> {
  while (waiting.length > 0) {
    const names = waiting.splice(0, EVENTS_OF_A_RUN);
    await pool.query({ name: 'mark', text: plan.inserts.mark });
    await Promise.all(
      names.map((name) => connection.request(`bench-events.${name}`, event, { timeout: TIMEOUT_MS })),
    );
    await pool.query({ name: 'mark', text: plan.inserts.mark });
  }
}

async function run(steps: readonly Step[], payload: Uint8Array): Promise<void> {
  for (const step of steps) await take(step, payload);
}

const bytesOf = (length: number) => Buffer.from(JSON.stringify('x'.repeat(Math.max(0, length - 2))));
const event = bytesOf(plan.answerBytes['event'] ?? 0);

for (const [name, operation] of Object.entries(PATHS).filter(([, one]) => one.service === service)) {
  const { steps, afterwards = [], handles } = operation;
  const subject = handles === undefined ? `bench.${service}.${name}` : `bench-events.${handles}`;
  const answer = bytesOf(plan.answerBytes[name] ?? 0);
  connection.subscribe(subject, {
    queue: service,
    callback: (_error, message) => {
      // A step that fails leaves the request without an answer: the bench counts it as no success.
      void run(steps, message.data).then(() => {
        if (handles === undefined) message.respond(answer);
        return run(afterwards, message.data);
      });
    },
  });
}
await connection.flush();
process.stdout.write('ready\n');
