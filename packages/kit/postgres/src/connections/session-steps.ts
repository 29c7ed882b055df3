import type { Step } from '../statements/statement-batch.ts';

export const BEGIN_SNAPSHOT: Step = {
  name: 'kit_begin_snapshot',
  text: 'begin isolation level repeatable read, read only',
  values: [],
  silent: true,
};
export const BEGIN: Step = { name: 'kit_begin', text: 'begin', values: [], silent: true };

export function actAs(tenantId: string): Step {
  return {
    name: 'kit_act_as_tenant',
    text: `select set_config('app.tenant', $1, true)`,
    values: [tenantId],
    silent: true,
  };
}

function actAsWithoutWait(tenantId: string): Step {
  return {
    name: 'kit_act_as_tenant_async',
    text: `select set_config('app.tenant', $1, true), set_config('synchronous_commit', 'off', true)`,
    values: [tenantId],
    silent: true,
  };
}

export function writeAs(tenantId: string, durable: boolean): Step {
  return durable ? actAs(tenantId) : actAsWithoutWait(tenantId);
}

export function readAs(tenantId: string): Step {
  return {
    name: 'kit_read_as_tenant',
    text: `select set_config('app.tenant', $1, true), set_config('transaction_read_only', 'on', true)`,
    values: [tenantId],
    silent: true,
  };
}
