import type { Bus } from './bus.ts';
import type { StreamDeclaration, StreamState } from './stream-declaration.ts';

/** Makes the stream as declared, whether it is missing, the same already, or still in an older form. */
export async function ensureStream(bus: Bus, declaration: StreamDeclaration): Promise<StreamState> {
  const streams = await import('./ensure-stream.ts');
  return streams.ensureStream(bus, declaration);
}

/** Undefined while its publisher has not made it yet. */
export async function findStream(bus: Bus, name: string): Promise<StreamState | undefined> {
  const streams = await import('./ensure-stream.ts');
  return streams.findStream(bus, name);
}
