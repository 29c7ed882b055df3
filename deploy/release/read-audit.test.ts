import { describe, expect, it } from 'vitest';
import { readAudit } from './read-audit.ts';

const printed = (stdout: string, stderr = '') => ({ status: 1, stdout, stderr });

describe('the command for advisories', () => {
  it('names each advisory with its package and address', () => {
    const advisory = {
      severity: 'high',
      module_name: 'left-pad',
      title: 'Pads on the right',
      url: 'https://example.com/1',
    };
    expect(readAudit(printed(JSON.stringify({ advisories: { 1: advisory }, metadata: {} })))).toEqual({
      kind: 'found',
      advisories: [
        { severity: 'high', package: 'left-pad', title: 'Pads on the right', url: 'https://example.com/1' },
      ],
    });
  });

  it('reports none only where the registry has answered', () => {
    expect(readAudit(printed('{"advisories":{}}'))).toEqual({ kind: 'clean' });
    expect(readAudit(printed('', 'Error: ERR_PNPM_AUDIT_BAD_RESPONSE'))).toEqual({
      kind: 'unavailable',
      reason: 'ERR_PNPM_AUDIT_BAD_RESPONSE',
    });
    expect(readAudit(printed('{"error":{"code":"ENOTFOUND"}}'))).toEqual({
      kind: 'unavailable',
      reason: 'ENOTFOUND',
    });
  });
});
