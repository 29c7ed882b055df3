// The composition root of reservations: every part is made here, and nowhere else.
import { ops } from '@lodging/contract-reservations';
import { streamOf } from '@lodging/contract-wire';
import { connectBus, serve, startOutboxRelay, opsRoutes } from '@lodging/kit-messaging';
import type { Bus, Route } from '@lodging/kit-messaging';
import { openDatabase, requireMigrated } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { aboutProcess, systemContext } from '@lodging/kit-runtime';
import type { App, Runtime } from '@lodging/kit-runtime';
import { setTimeout as pause } from 'node:timers/promises';
import { settings as settingsSchema } from './settings.ts';
import type { Settings } from './settings.ts';
import { listen } from './inbound/events.ts';
import { requests } from './inbound/rpc.ts';
import { startTimers } from './inbound/timers.ts';
import { bookingListStore } from './outbound/booking-list-store.ts';
import { capacityClient } from './outbound/capacity-client.ts';
import { codeDigests } from './outbound/code-digests.ts';
import { fingerprint } from './outbound/fingerprint.ts';
import { guestCodeStore } from './outbound/guest-code-store.ts';
import { guestMailClient } from './outbound/guest-mail-client.ts';
import { guestTokens } from './outbound/guest-tokens.ts';
import { inventoryClient } from './outbound/inventory-client.ts';
import { createKeyring } from './outbound/keyring.ts';
import { lapsedStore } from './outbound/lapsed-store.ts';
import { migrations, schema } from './migrations.ts';
import { openingStore } from './outbound/opening-store.ts';
import { paymentsClient } from './outbound/payments-client.ts';
import { periodStore } from './outbound/period-store.ts';
import { quoteTokens } from './outbound/quote-tokens.ts';
import { refundStore } from './outbound/refund-store.ts';
import { reservationStore } from './outbound/reservation-store.ts';
import { sealer } from './outbound/sealed-keys.ts';
import { signingKeyStore } from './outbound/signing-key-store.ts';

const CONNECTIONS = 16;
/** Most of a request's time is spent waiting for a neighbour, without a connection. */
const REQUESTS_AT_ONCE = 128;
const OWN_CALL_MS = 20_000;

export async function buildReservations(settings: Settings, runtime: Runtime): Promise<App> {
  const { log, signal } = runtime;
  const db = openDatabase({ url: settings.POSTGRES_URL, schema, log, maxConnections: CONNECTIONS });
  const bus = await connectBus({ url: settings.NATS_URL, name: schema, log });
  const deps = assemble(settings, runtime, db, bus);

  const { name: stream, subjects } = streamOf('reservations');
  const replicas = settings.STREAM_REPLICAS;
  const relay = await startOutboxRelay({ db, bus, stream, subjects, replicas, log, signal });
  const consumer = await listen(deps, { db, bus, log, signal });
  const timers = startTimers(deps, { log, signal });
  const checks = {
    postgres: () => db.check(),
    nats: () => bus.check(),
    migrations: () => requireMigrated(db, migrations),
  };
  const service = await serve(bus, { group: schema, log, maxInFlight: REQUESTS_AT_ONCE }, [
    ...requests(deps),
    ...opsOf(settings, runtime, { db, bus, checks }),
  ]);

  return {
    checks,
    async stop() {
      await service.stop();
      await Promise.all([consumer.stop(), ...timers.map((timer) => timer.stop())]);
      await relay.stop();
      await bus.drain();
      await db.close();
    },
  };
}

interface Watched extends Pick<App, 'checks'> {
  readonly db: Database;
  readonly bus: Bus;
}

/** What the platform's operator may ask. */
function opsOf(settings: Settings, { clock }: Runtime, watched: Watched): Route[] {
  return opsRoutes(ops, {
    ...watched,
    clock,
    migrations,
    about: aboutProcess(settingsSchema, settings),
    publishes: streamOf('reservations').name,
    consumes: [streamOf('payments').name],
  });
}

function assemble(settings: Settings, { log, clock, newId }: Runtime, db: Database, bus: Bus) {
  const keyring = createKeyring({
    store: signingKeyStore(db),
    sealer: sealer(settings.TOKEN_KEY_SECRET),
    clock,
    newKid: newId,
  });
  return {
    clock,
    newId,
    fingerprint,
    quoteSeconds: settings.QUOTE_TTL_SECONDS,
    holdSeconds: settings.HOLD_TTL_SECONDS,
    codeSeconds: settings.GUEST_CODE_TTL_SECONDS,
    openings: openingStore(db, newId),
    reservations: reservationStore(db, newId),
    lapsed: lapsedStore(db),
    bookingLists: bookingListStore(db),
    periods: periodStore(db),
    refunds: refundStore(db),
    guestCodes: guestCodeStore(db),
    codeDigests: codeDigests(settings.GUEST_CODE_SECRET),
    signingKeys: keyring,
    quoteTokens: quoteTokens(keyring),
    guestTokens: guestTokens(keyring, newId),
    inventory: inventoryClient(bus),
    readCapacity: capacityClient(bus),
    payments: paymentsClient(bus),
    guestMail: guestMailClient(bus),
    pause: (milliseconds: number) => pause(milliseconds),
    systemContext: (tenantId: string, livemode: boolean) =>
      systemContext(tenantId, livemode, { timeoutMs: OWN_CALL_MS }),
    onFailure: (error: unknown, reservationId: string) =>
      log.warn({ err: error, reservationId }, 'left for the next run'),
  };
}
