import type { Socket } from 'node:net';

export interface SpeedLimit {
  readonly windowMs: number;
  /** At least so many bytes in each window, once the first byte has arrived. */
  readonly bytesPerWindow: number;
}

export interface SpeedWatch {
  isTooSlow(): boolean;
  stop(): void;
}

/**
 * Ends a connection whose server drips its answer, so that it is not open until the limit of the whole fetch. How long the
 * server takes for its first byte is not its speed.
 */
export function watchSpeed(socket: Socket, { windowMs, bytesPerWindow }: SpeedLimit): SpeedWatch {
  const before = socket.bytesRead;
  let atWindowStart: number | undefined;
  let isTooSlow = false;
  const check = (): void => {
    const now = socket.bytesRead;
    isTooSlow = atWindowStart !== undefined && now - atWindowStart < bytesPerWindow;
    if (isTooSlow) socket.destroy();
    if (now > before) atWindowStart = now;
  };
  const timer = setInterval(check, windowMs);
  return { isTooSlow: () => isTooSlow, stop: () => clearInterval(timer) };
}
