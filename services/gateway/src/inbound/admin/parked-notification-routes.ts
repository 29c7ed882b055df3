import { parkedDismissalBody } from '@lodging/contract-public';
import type { AuditAction } from '../../domain/audit/audit.ts';
import { auditedCall } from '../../use-cases/audit/audited-call.ts';
import { adminRoute } from './admin-route.ts';
import type { AdminRoute } from './admin-route.ts';

const PARKED = '/admin/v1/parked-notifications';

export const parkedNotificationRoutes: readonly AdminRoute[] = [
  adminRoute({
    method: 'GET',
    path: PARKED,
    scope: 'read',
    status: 200,
    run: (deps, ctx) => deps.payments.listParkedNotifications(ctx),
  }),
  adminRoute({
    method: 'POST',
    path: `${PARKED}/dismiss`,
    scope: 'recovery',
    status: 200,
    body: parkedDismissalBody,
    run(deps, ctx, { body }) {
      const auditAction: AuditAction = {
        tenantId: null,
        action: 'parked_notification.dismissed',
        target: { kind: 'provider_event', id: body.eventId },
        changes: [{ field: 'reason', before: null, after: body.reason }],
      };
      const call = () => deps.payments.dismissParkedNotification(ctx, body);
      return auditedCall(deps, ctx.source, auditAction, { call });
    },
  }),
];
