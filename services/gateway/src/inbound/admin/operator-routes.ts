import { operatorBody, operatorPasswordBody, pageQuery } from '@lodging/contract-public';
import { ok } from '@lodging/kernel';
import { createOperator } from '../../use-cases/create-operator.ts';
import { endOperatorSessions } from '../../use-cases/end-operator-sessions.ts';
import { findTenant } from '../../use-cases/find-tenant.ts';
import { removeOperator } from '../../use-cases/remove-operator.ts';
import { setOperatorPassword } from '../../use-cases/set-operator-password.ts';
import { creationOrder, cutPage, readPage } from '../cursor.ts';
import { adminRoute } from './admin-route.ts';
import type { AdminRoute } from './admin-route.ts';
import { listedOperatorWire, operatorWire } from './wire.ts';

const OPERATORS = '/admin/v1/tenants/{id}/operators';
const OPERATOR = `${OPERATORS}/{operatorId}`;

export const operatorRoutes: readonly AdminRoute[] = [
  adminRoute({
    method: 'POST',
    path: OPERATORS,
    status: 201,
    body: operatorBody,
    run: (deps, ctx, { body }) => createOperator(deps, ctx, body),
    toWire: operatorWire,
  }),
  adminRoute({
    method: 'GET',
    path: OPERATORS,
    status: 200,
    query: pageQuery,
    async run(deps, ctx, { query }) {
      const { operators, cursors } = deps;
      const scope = { list: 'operators', tenantId: ctx.tenantId };
      const page = readPage(query, creationOrder, (cursor) => cursors.verify(scope, cursor));
      if (!page.ok) return page;
      const tenant = await findTenant(deps, ctx);
      if (!tenant.ok) return tenant;
      return ok(cutPage(cursors, scope, await operators.list(ctx.tenantId, page.value), query.limit));
    },
    toWire: ({ rows, nextCursor }) => ({ operators: rows.map(listedOperatorWire), nextCursor }),
  }),
  adminRoute({
    method: 'DELETE',
    path: OPERATOR,
    status: 204,
    run: (deps, ctx, { operatorId }) => removeOperator(deps, ctx, { operatorId }),
  }),
  adminRoute({
    method: 'PUT',
    path: `${OPERATOR}/password`,
    status: 204,
    body: operatorPasswordBody,
    run: (deps, ctx, { operatorId, body }) => setOperatorPassword(deps, ctx, { ...body, operatorId }),
  }),
  adminRoute({
    method: 'DELETE',
    path: `${OPERATOR}/sessions`,
    status: 204,
    run: (deps, ctx, { operatorId }) => endOperatorSessions(deps, ctx, { operatorId }),
  }),
];
