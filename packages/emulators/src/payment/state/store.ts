import type {
  AccountRecord,
  ChargeRecord,
  CheckoutSessionRecord,
  DeliveryRecord,
  EventRecord,
  KeyRecord,
  PaymentIntentRecord,
  PaymentMethodRecord,
  RefundRecord,
} from './records.ts';
import { openJournal } from './journal.ts';
import type { Journal } from './journal.ts';
import { Table } from './table.ts';
import type { Entry, WriteListener } from './table.ts';

export interface Tables {
  readonly paymentIntents: Table<PaymentIntentRecord>;
  readonly paymentMethods: Table<PaymentMethodRecord>;
  readonly charges: Table<ChargeRecord>;
  readonly refunds: Table<RefundRecord>;
  readonly checkoutSessions: Table<CheckoutSessionRecord>;
  readonly events: Table<EventRecord>;
  readonly accounts: Table<AccountRecord>;
  readonly keys: Table<KeyRecord>;
  readonly deliveries: Table<DeliveryRecord>;
}

export interface Store extends Tables {
  counts(): Record<keyof Tables, number>;
  /** Deletes everything, also from the file. */
  clear(): void;
  close(): Promise<void>;
}

/** With a file, restores what earlier runs wrote to it. */
export async function openStore(file: string | undefined): Promise<Store> {
  let journal: Journal | undefined;
  const tables = createTables((table, account, entry) => journal?.append(table, account, entry));
  const byName = new Map<string, Table<Entry>>(Object.values(tables).map((table) => [table.name, table]));
  if (file !== undefined) {
    journal = await openJournal(file, {
      restore: (table, account, entry) => byName.get(table)?.restore(account, entry),
      clear: () => byName.forEach((table) => table.clear()),
      entries: () => allEntries(byName.values()),
    });
  }
  return {
    ...tables,
    counts: () => countTables(tables),
    clear: () => {
      byName.forEach((table) => table.clear());
      journal?.appendClear();
    },
    close: async () => journal?.close(),
  };
}

function createTables(onWrite: WriteListener): Tables {
  return {
    paymentIntents: new Table('paymentIntents', 200_000, onWrite),
    paymentMethods: new Table('paymentMethods', 50_000, onWrite),
    charges: new Table('charges', 200_000, onWrite),
    refunds: new Table('refunds', 200_000, onWrite),
    checkoutSessions: new Table('checkoutSessions', 50_000, onWrite),
    events: new Table('events', 20_000, onWrite),
    accounts: new Table('accounts', 10_000, onWrite),
    keys: new Table('keys', 10_000, onWrite),
    deliveries: new Table('deliveries', 50_000, onWrite),
  };
}

function countTables(tables: Tables): Record<keyof Tables, number> {
  return {
    paymentIntents: tables.paymentIntents.size,
    paymentMethods: tables.paymentMethods.size,
    charges: tables.charges.size,
    refunds: tables.refunds.size,
    checkoutSessions: tables.checkoutSessions.size,
    events: tables.events.size,
    accounts: tables.accounts.size,
    keys: tables.keys.size,
    deliveries: tables.deliveries.size,
  };
}

function* allEntries(tables: Iterable<Table<Entry>>): Generator<[string, string, Entry]> {
  for (const table of tables)
    for (const { account, entry } of table.all()) yield [table.name, account, entry];
}
