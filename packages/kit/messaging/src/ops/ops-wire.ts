import { instantTextOrNull } from '@lodging/kernel';
import type { Backlog } from './backlog.ts';
import type { DeadLetter, DeadLetterDetail } from '../inbox/dead-letters.ts';

type InstantField = 'diedAt' | 'replayRequestedAt' | 'replayedAt';

export interface DeadLetterWire extends Omit<
  { -readonly [K in keyof DeadLetter]: DeadLetter[K] },
  InstantField
> {
  diedAt: string;
  replayRequestedAt: string | null;
  replayedAt: string | null;
}

export interface DeadLetterDetailWire extends DeadLetterWire {
  sizeBytes: number;
  envelope: DeadLetterDetail['envelope'];
}

export interface BacklogWire {
  outbox: { waiting: number; oldestAt: string | null; lagSeconds: number; failure: string | null } | null;
  stream: Backlog['stream'];
  consumers: { -readonly [K in keyof Backlog['consumers'][number]]: Backlog['consumers'][number][K] }[];
  deadLetters: { open: number; oldestAt: string | null };
  broker: Backlog['broker'];
}

export function deadLetterToWire(letter: DeadLetter): DeadLetterWire {
  return {
    id: letter.id,
    consumer: letter.consumer,
    stream: letter.stream,
    subject: letter.subject,
    tenantId: letter.tenantId,
    eventId: letter.eventId,
    error: maskEmailAddresses(letter.error),
    attempts: letter.attempts,
    diedAt: letter.diedAt.toString(),
    replayRequestedAt: instantTextOrNull(letter.replayRequestedAt),
    replayedAt: instantTextOrNull(letter.replayedAt),
    dismissedReason: letter.dismissedReason,
  };
}

export function deadLetterDetailToWire(letter: DeadLetterDetail): DeadLetterDetailWire {
  return { ...deadLetterToWire(letter), sizeBytes: letter.sizeBytes, envelope: letter.envelope };
}

export function backlogToWire({ outbox, stream, consumers, deadLetters, broker }: Backlog): BacklogWire {
  return {
    outbox: outbox && { ...outbox, oldestAt: instantTextOrNull(outbox.oldestAt) },
    stream,
    consumers: consumers.map((consumer) => ({ ...consumer })),
    deadLetters: { ...deadLetters, oldestAt: instantTextOrNull(deadLetters.oldestAt) },
    broker,
  };
}

const ADDRESS = /[^\s@"'<>(),;:=]+@[^\s@"'<>(),;:=]+\.[^\s@"'<>(),;:=]+/g;

/** A database error quotes the rejected value, which may be personal data. */
function maskEmailAddresses(error: string): string {
  return error.replace(ADDRESS, '***@***');
}
