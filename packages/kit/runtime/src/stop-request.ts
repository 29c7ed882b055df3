/** Resolves with the reason once; further requests change nothing, because the drain has its own limit. */
export function stopRequested(): Promise<string> {
  return new Promise((resolve) => {
    process.on('SIGTERM', () => resolve('SIGTERM'));
    process.on('SIGINT', () => resolve('SIGINT'));
    if (process.send === undefined) return;
    process.on('message', (message) => {
      if (message === 'stop') resolve('parent asked');
    });
    process.on('disconnect', () => resolve('parent is gone'));
  });
}
