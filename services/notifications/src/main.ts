import { runService } from '@lodging/kit-runtime';
import { buildNotifications } from './app.ts';
import { notificationsSettings } from './settings.ts';

await runService({ name: 'notifications', settings: notificationsSettings, build: buildNotifications });
