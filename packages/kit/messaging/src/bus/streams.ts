import type { Bus } from './bus.ts';
import type { StreamDeclaration, StreamState } from './stream-declaration.ts';

/** Creates the stream, or updates it to the declaration. JetStream's client is loaded on demand. */
export async function ensureStream(bus: Bus, declaration: StreamDeclaration): Promise<StreamState> {
  const streams = await import('./ensure-stream.ts');
  return streams.ensureStream(bus, declaration);
}

/** Undefined while its publisher has not created it. */
export async function findStream(bus: Bus, name: string): Promise<StreamState | undefined> {
  const streams = await import('./ensure-stream.ts');
  return streams.findStream(bus, name);
}
