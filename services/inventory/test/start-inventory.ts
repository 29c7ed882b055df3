import * as contract from '@lodging/contract-inventory';
import type { RequestOf, ResponseOf, RpcOperation } from '@lodging/contract-wire';
import type { Clock, Result } from '@lodging/kernel';
import type { Route, ServiceContext } from '@lodging/kit-messaging';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { newId, readSettings, systemClock, systemContext } from '@lodging/kit-runtime';
import type { Logger, RequestContext } from '@lodging/kit-runtime';
import { freshSchema, testIdentitySettings, testLogger } from '@lodging/kit-testing';
import { inventory } from '../src/app.ts';
import { createClaimLocks } from '../src/outbound/claims/claim-locks.ts';
import { createMoveRepository } from '../src/outbound/moves/move-repository.ts';
import { migrations } from '../src/migrations.ts';
import { settings } from '../src/settings.ts';
import type { Settings } from '../src/settings.ts';

type Operations = {
  [
    Name in keyof typeof contract as (typeof contract)[Name] extends RpcOperation ? Name : never
  ]: (typeof contract)[Name];
};

/** Calls the routes of the service in this process: requests and responses have the shapes of the contract. */
export type InventoryClient = {
  readonly [Name in keyof Operations]: (
    tenantId: string,
    request: RequestOf<Operations[Name]>,
    context?: Partial<RequestContext>,
  ) => Promise<Result<ResponseOf<Operations[Name]>>>;
};

/** A client of a replica of the service: replicas share the database, and nothing in memory. */
export function createReplica(db: Database, clock: Clock = systemClock): InventoryClient {
  const urls = {
    POSTGRES_URL: 'postgres://unused',
    NATS_URL: 'nats://unused',
    ...testIdentitySettings('inventory'),
  };
  const log: Logger = testLogger();
  const context = { db, clock, newId, log, settings: readSettings(settings, urls) };
  // The parts of inventory use neither the bus nor the checks.
  const parts = inventory.build(context as ServiceContext<Settings>);
  return clientOf((parts as Awaited<typeof parts>).routes);
}

function clientOf(routes: readonly Route[]): InventoryClient {
  const bySubject = new Map(routes.map((route) => [route.subject, route]));
  const calls = Object.entries(contract).flatMap(([name, operation]) => {
    const route = isOperation(operation) ? bySubject.get(operation.subject) : undefined;
    if (route === undefined) return [];
    const call = async (tenantId: string, request: unknown, context: Partial<RequestContext> = {}) =>
      route.read(request)({ ...systemContext(tenantId, false, { timeoutMs: 10_000 }), ...context });
    return [[name, call]];
  });
  return Object.fromEntries(calls) as InventoryClient;
}

function isOperation(exported: unknown): exported is RpcOperation {
  return typeof exported === 'object' && exported !== null && 'subject' in exported;
}

export interface TestInventory {
  readonly db: Database;
  readonly url: string;
  readonly ownerUrl: string;
  readonly client: InventoryClient;
  purgeMoves(): Promise<void>;
  stop(): Promise<void>;
}

export async function startInventory(maxConnections = 10): Promise<TestInventory> {
  const schema = await freshSchema({ schema: 'inventory', sources: migrations });
  const db = openDatabase({ url: schema.url, schema: 'inventory', log: testLogger(), maxConnections });
  return {
    db,
    url: schema.url,
    ownerUrl: schema.ownerUrl,
    client: createReplica(db),
    purgeMoves: () => createMoveRepository(db, { locks: createClaimLocks(db), newId }).purgeOld(),
    async stop() {
      await db.close();
      await schema.drop();
    },
  };
}

export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.detail}`);
  return result.value;
}

/** The code of a refusal, or the value. */
export function outcomeOf(result: Result<unknown>): unknown {
  return result.ok ? result.value : result.refusal.code;
}
