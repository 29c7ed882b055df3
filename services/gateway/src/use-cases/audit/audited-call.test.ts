import { ok, refuse } from '@lodging/kernel';
import { describe, expect, it } from 'vitest';
import type { AuditEntry, AuditSource, AuditAction } from '../../domain/audit/audit.ts';
import type { AuditTrail } from '../../ports/audit.ts';
import { auditedCall } from './audited-call.ts';

const source: AuditSource = {
  actor: { kind: 'secret_key', id: 'k', name: 'pms' },
  requestId: 'r',
  address: '192.0.2.1',
};
const auditAction: AuditAction = {
  tenantId: 't',
  action: 'refund.created',
  target: { kind: 'booking', id: 'b' },
  changes: [],
};
const unknown = { field: 'outcome', before: null, after: 'unknown' };

function setUp(faults: Partial<AuditTrail> = {}) {
  const steps: string[] = [];
  const entries: AuditEntry[] = [];
  const audit: Partial<AuditTrail> = {
    begin: async () => void steps.push('begin'),
    complete: async (entry) => {
      steps.push('complete');
      entries.push(entry);
    },
    withdraw: async () => void steps.push('withdraw'),
    ...faults,
  };
  const clock = { now: () => Temporal.Instant.from('2026-11-20T09:00:00Z') };
  return { deps: { audit: audit as AuditTrail, clock, newId: () => 'e' }, steps, entries };
}

describe('a change that another service makes', () => {
  it('is stored before it is requested, and completed with the data of the answer', async () => {
    const { deps, steps, entries } = setUp();
    const call = async () => {
      steps.push('call');
      return ok('refund-1');
    };
    const learn = ({ value }: { value: string }) => ({ target: { kind: 'refund', id: value } });
    expect(await auditedCall(deps, source, auditAction, { call, learn })).toEqual(ok('refund-1'));
    expect(steps).toEqual(['begin', 'call', 'complete']);
    expect(entries).toMatchObject([{ ...source, id: 'e', target: { kind: 'refund', id: 'refund-1' } }]);
  });

  it('leaves no entry where it was refused, or answered as done before', async () => {
    for (const answer of [refuse('nothing_to_refund', 'None.'), { ...ok('x'), replayed: true }]) {
      const { deps, steps } = setUp();
      expect(await auditedCall(deps, source, auditAction, { call: async () => answer })).toBe(answer);
      expect(steps).toEqual(['begin', 'withdraw']);
    }
  });

  it('has an unknown outcome where the service did not answer', async () => {
    const thrown = setUp();
    const call = () => Promise.reject(new Error('timeout'));
    await expect(auditedCall(thrown.deps, source, auditAction, { call })).rejects.toThrow('timeout');
    expect(thrown.entries).toMatchObject([{ changes: [unknown] }]);
    const refused = setUp();
    const answer = refuse('service_unavailable', 'Away.');
    await auditedCall(refused.deps, source, auditAction, { call: async () => answer });
    expect(refused.entries).toMatchObject([{ changes: [unknown] }]);
  });

  it('is not requested where it cannot be stored', async () => {
    const { deps, steps } = setUp({ begin: () => Promise.reject(new Error('no database')) });
    const call = async () => {
      steps.push('call');
      return ok('x');
    };
    await expect(auditedCall(deps, source, auditAction, { call })).rejects.toThrow('no database');
    expect(steps).toEqual([]);
  });

  it('is answered as done where only its entry cannot be completed', async () => {
    const { deps } = setUp({ complete: () => Promise.reject(new Error('no database')) });
    expect(await auditedCall(deps, source, auditAction, { call: async () => ok('x') })).toEqual(ok('x'));
  });
});
