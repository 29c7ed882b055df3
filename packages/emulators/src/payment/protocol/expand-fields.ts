import type { Tables } from '../state/store.ts';
import { invalidRequest } from './api-error.ts';

type Json = Readonly<Record<string, unknown>>;

export function expandFields(
  tables: Tables,
  account: string,
  answer: object,
  paths: readonly string[],
): object {
  return paths.reduce(
    (expanded, path) => expandPath(tables, account, expanded as Json, path.split('.')),
    answer,
  );
}

function expandPath(tables: Tables, account: string, object: Json, path: readonly string[]): Json {
  const [field, ...rest] = path;
  if (field === undefined) return object;
  const value = object[field];
  if (Array.isArray(value)) {
    return {
      ...object,
      [field]: value.map((item: unknown) => expandPath(tables, account, item as Json, rest)),
    };
  }
  const expanded = expandValue(tables, account, object, field);
  return { ...object, [field]: isObject(expanded) ? expandPath(tables, account, expanded, rest) : expanded };
}

function expandValue(tables: Tables, account: string, object: Json, field: string): unknown {
  const value = object[field];
  if (typeof value === 'string') return objectNamed(tables, account, value) ?? notExpandable(field);
  if (value === null || isObject(value)) return value;
  return listOf(tables, account, object, field) ?? notExpandable(field);
}

/** Ids are unique across the tables. */
function objectNamed(tables: Tables, account: string, id: string): unknown {
  const candidates = [
    tables.paymentIntents,
    tables.charges,
    tables.paymentMethods,
    tables.refunds,
    tables.checkoutSessions,
  ];
  for (const table of candidates) {
    const entry = table.find(account, id);
    if (entry !== undefined) return entry.object;
  }
  return undefined;
}

/** Lists that an object has only when expanded: a charge's refunds, a session's line items. */
function listOf(tables: Tables, account: string, object: Json, field: string): unknown {
  const id = String(object['id']);
  if (object['object'] === 'charge' && field === 'refunds') {
    const refunds = tables.refunds.newestFirst(account).map((record) => record.object);
    const data = refunds.filter((refund) => refund.charge === id);
    return { object: 'list', data, has_more: false, url: `/v1/charges/${id}/refunds` };
  }
  if (object['object'] === 'checkout.session' && field === 'line_items') {
    const data = tables.checkoutSessions.find(account, id)?.lineItems ?? [];
    return { object: 'list', data, has_more: false, url: `/v1/checkout/sessions/${id}/line_items` };
  }
  return undefined;
}

function notExpandable(field: string): never {
  throw invalidRequest(`This property cannot be expanded (${field}).`, 'expand');
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
