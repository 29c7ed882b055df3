import { streamOf } from '@lodging/contract-wire';
import { declaredStreams, PARTS } from './parts.ts';

export interface BusUser {
  user: string;
  password: string;
  /** Subjects it may publish to; undefined means all. */
  publish?: string[];
  /** Subjects it may subscribe to; undefined means all. */
  subscribe?: string[];
}

/** Sees and may do everything: for looking inside, never for a service. */
export const OBSERVER = 'observer';

export function natsUsers(password: (user: string) => string): BusUser[] {
  const services = Object.entries(PARTS).map(([name, part]) => ({
    user: name,
    password: password(name),
    ...permissions(name, part),
  }));
  return [...services, { user: OBSERVER, password: password(OBSERVER) }];
}

/**
 * The right to answer is the right to write to the inboxes of those who may ask, and of an onlooker's tools. The server's
 * `allow_responses` would do without, but it keeps every reply subject for as long as signs of life may follow it, and
 * searches them all: 0.33 ms of its CPU a request when measured, 0.12 ms without.
 */
function permissions(
  name: string,
  { asks, hears }: (typeof PARTS)[string],
): { publish: string[]; subscribe: string[] } {
  const askers = Object.entries(PARTS).filter(([, part]) => part.asks.includes(name));
  return {
    publish: [
      ...asks.map((context) => `rpc.${context}.>`),
      ...askers.map(([asker]) => `_INBOX_${asker}.>`),
      '_INBOX.>',
      ...declaredStreams()
        .filter(({ publisher }) => publisher === name)
        .flatMap(({ name: stream, subjects }) => [
          ...subjects,
          ...['INFO', 'CREATE', 'UPDATE'].map((verb) => `$JS.API.STREAM.${verb}.${stream}`),
        ]),
      ...hears
        .map((context) => streamOf(context).name)
        .flatMap((heard) => [
          `$JS.API.STREAM.INFO.${heard}`,
          `$JS.API.CONSUMER.INFO.${heard}.${name}`,
          `$JS.API.CONSUMER.CREATE.${heard}.${name}.>`,
          `$JS.API.CONSUMER.MSG.NEXT.${heard}.${name}`,
          `$JS.ACK.${heard}.${name}.>`,
        ]),
    ],
    subscribe: [`rpc.${name}.>`, `_INBOX_${name}.>`, '$SRV.>'],
  };
}
