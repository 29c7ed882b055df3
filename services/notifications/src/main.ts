// Owns the process of the notifications service.
import { runService } from '@lodging/kit-runtime';
import { buildNotifications } from './app.ts';
import { notificationsSettings } from './config.ts';

await runService({ name: 'notifications', settings: notificationsSettings, build: buildNotifications });
