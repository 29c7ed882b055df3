import { provisionStream } from '@lodging/kit-messaging';
import type { Provisioned } from '@lodging/kit-messaging';
import type { NatsConnection } from '@nats-io/transport-node';
import { declaredStreams } from './topology.ts';

/** Creates what is missing of the declared streams and consumers, and corrects what differs. */
export async function provisionBus(
  connection: NatsConnection,
  { replicas }: { replicas: number },
): Promise<Provisioned> {
  const changes: Provisioned[] = [];
  for (const { name, subjects, consumers } of declaredStreams()) {
    changes.push(await provisionStream({ connection }, { name, subjects, consumers, replicas }));
  }
  return {
    created: changes.flatMap(({ created }) => created),
    updated: changes.flatMap(({ updated }) => updated),
  };
}
