import type { Bus } from './bus.ts';
import type { StreamDeclaration, StreamState } from './stream-declaration.ts';
import type { Provisioned } from './stream-manager.ts';

type Connected = Pick<Bus, 'connection'>;

/** Creates the stream and its consumers, or updates them to the declaration. JetStream's client is loaded on demand. */
export async function provisionStream(bus: Connected, declaration: StreamDeclaration): Promise<Provisioned> {
  const manager = await import('./stream-manager.ts');
  return manager.provisionStream(bus, declaration);
}

/** Undefined until it is created. */
export async function findStream(bus: Connected, name: string): Promise<StreamState | undefined> {
  const manager = await import('./stream-manager.ts');
  return manager.findStream(bus, name);
}
