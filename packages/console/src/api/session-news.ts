/** Tabs of one browser share the cookie, and so the session. */
type News = 'changed' | 'locked';

let channel: BroadcastChannel | undefined;

function open(): BroadcastChannel {
  channel ??= new BroadcastChannel('lodging-console-session');
  return channel;
}

/** What the other tabs learn at once; this tab does not get it. */
export function shareSessionNews(news: News): void {
  open().postMessage(news);
}

export function onSessionNews(listener: (news: News) => void): () => void {
  const onMessage = ({ data }: MessageEvent<News>): void => listener(data);
  open().addEventListener('message', onMessage);
  return () => open().removeEventListener('message', onMessage);
}
