/** Resolves with the reason of the first request. Later ones have no effect, because the drain has a time limit. */
export function stopRequested(): Promise<string> {
  return new Promise((resolve) => {
    process.on('SIGTERM', () => resolve('SIGTERM'));
    process.on('SIGINT', () => resolve('SIGINT'));
    if (process.send === undefined) return;
    process.on('message', (message) => {
      if (message === 'stop') resolve('stop message of the parent process');
    });
    process.on('disconnect', () => resolve('the parent process is gone'));
  });
}
