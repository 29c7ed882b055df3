import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/nats-core';
import { describe, expect, it } from 'vitest';
import { outgoingOf } from './outgoing.ts';

const aConnection = () => ({}) as NatsConnection;

describe('messages of one turn', () => {
  it('leave at its end, in their order', async () => {
    const left: string[] = [];
    const outgoing = outgoingOf(aConnection());
    outgoing.send(() => left.push('first'));
    await Promise.resolve();
    outgoing.send(() => left.push('second'));
    expect(left).toEqual([]);
    await endOfTurn();
    expect(left).toEqual(['first', 'second']);
  });

  it('leave at once and only once where they cannot wait', async () => {
    const left: string[] = [];
    const outgoing = outgoingOf(aConnection());
    outgoing.send(() => left.push('only'));
    outgoing.flush();
    expect(left).toEqual(['only']);
    await endOfTurn();
    expect(left).toEqual(['only']);
  });

  it('share writes with all messages of the same connection, and of no other', () => {
    const connection = aConnection();
    expect(outgoingOf(connection)).toBe(outgoingOf(connection));
    expect(outgoingOf(aConnection())).not.toBe(outgoingOf(connection));
  });
});
