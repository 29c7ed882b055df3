import type { Notification } from '../domain/notification.ts';
import type { Notifications } from './ports.ts';

/** False: it is stored already. */
export function storeNotification({ notifications }: { readonly notifications: Notifications }) {
  return (notification: Notification): Promise<boolean> => notifications.store(notification);
}
