import type { AdminRoute } from './admin-route.ts';
import { auditRoutes } from './audit-routes.ts';
import { adminTokenRoutes } from './admin-token-routes.ts';
import { apiKeyRoutes } from './api-key-routes.ts';
import { bookingRoutes } from './booking-routes.ts';
import { integrationRoutes } from './integration-routes.ts';
import { operatorRoutes } from './operator-routes.ts';
import { opsRoutes } from './ops-routes.ts';
import { parkedNotificationRoutes } from './parked-notification-routes.ts';
import { recoveryRoutes } from './recovery-routes.ts';
import { tenantRoutes } from './tenant-routes.ts';

export const adminRoutes: readonly AdminRoute[] = [
  ...adminTokenRoutes,
  ...tenantRoutes,
  ...apiKeyRoutes,
  ...operatorRoutes,
  ...integrationRoutes,
  ...auditRoutes,
  ...bookingRoutes,
  ...opsRoutes,
  ...parkedNotificationRoutes,
  ...recoveryRoutes,
];
