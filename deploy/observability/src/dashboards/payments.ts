import type { Dashboard } from './dashboard.ts';
import { grown } from './grown.ts';
import { above, figure, lines, logLines } from './panel.ts';

const CALLS = 'http_client_request_duration_seconds';

export const payments: Dashboard = {
  uid: 'lodging-payments',
  title: 'Lodging: payments',
  description: 'Requests to and notifications from the payment provider; late payments and refunds.',
  variables: [],
  rows: [
    {
      title: 'Now',
      panels: [
        figure(
          'Provider calls failing',
          'percentunit',
          'In the last five minutes. Pages from 20 %.',
          `(sum(rate(${CALLS}_count{lodging_peer="provider", error_type!=""}[5m])) or vector(0)) / sum(rate(${CALLS}_count{lodging_peer="provider"}[5m]))`,
          { thresholds: above(0.05, 0.2), decimals: 1 },
        ),
        figure(
          'Notifications waiting',
          'none',
          'Stored but not yet applied. A notification of an unknown payment is retried for a day.',
          'max(lodging_provider_notifications_waiting)',
          { thresholds: above(5, 20) },
        ),
        figure(
          'Oldest waiting notification',
          's',
          'The time it has waited.',
          'max(lodging_provider_notifications_lag_seconds)',
          { thresholds: above(60, 300) },
        ),
        figure(
          'Parked',
          'none',
          'Signed by the provider, but in contradiction to the stored payment. Each waits until it is dismissed.',
          'max(lodging_provider_notifications_parked) or vector(0)',
          { thresholds: above(1, 1), decimals: 0 },
        ),
        figure(
          'Late payments, 24 h',
          'none',
          'Payments that arrived after the end of their hold.',
          `sum(${grown('lodging_payments_late_total', '24h')}) or vector(0)`,
          { thresholds: above(1, 10), decimals: 0 },
        ),
        figure(
          'Refunds owed, 24 h',
          'none',
          'Automatic refunds that the provider refused. The money is owed to guests.',
          `sum(${grown('lodging_refunds_refused_total{lodging_reason="owed"}', '24h')}) or vector(0)`,
          { thresholds: above(1, 1), decimals: 0 },
        ),
      ],
    },
    {
      title: 'Requests to the provider',
      panels: [
        lines(
          'Calls',
          'reqps',
          'By status. 402 is a declined card, not a failure.',
          [
            [
              `sum by (http_request_method, http_response_status_code) (rate(${CALLS}_count{lodging_peer="provider"}[$__rate_interval]))`,
              '{{http_request_method}} {{http_response_status_code}}',
            ],
          ],
          { stacked: true },
        ),
        lines('Failures', 'reqps', 'No response, or a status of 500 and above.', [
          [
            `sum by (error_type) (rate(${CALLS}_count{lodging_peer="provider", error_type!=""}[$__rate_interval]))`,
            '{{error_type}}',
          ],
        ]),
        lines(
          'Duration',
          's',
          'One attempt. The timeout is 10 s.',
          [
            [
              `histogram_quantile(0.5, sum by (le) (rate(${CALLS}_bucket{lodging_peer="provider"}[$__rate_interval])))`,
              'half of them',
            ],
            [
              `histogram_quantile(0.95, sum by (le) (rate(${CALLS}_bucket{lodging_peer="provider"}[$__rate_interval])))`,
              '95 %',
            ],
          ],
          { thresholds: above(2, 7) },
        ),
      ],
    },
    {
      title: 'Notifications of the provider',
      panels: [
        lines(
          'Notifications received',
          'ops',
          'rejected ones had a bad signature; failed ones could not be stored, and the provider sends them again.',
          [
            [
              'sum by (lodging_outcome) (rate(lodging_provider_notifications_received_total[$__rate_interval]))',
              '{{lodging_outcome}}',
            ],
          ],
          { stacked: true },
        ),
        lines(
          'Notifications settled',
          'ops',
          'later ones are tried again; parked ones wait for a person.',
          [
            [
              'sum by (lodging_outcome) (rate(lodging_provider_notifications_settled_total[$__rate_interval]))',
              '{{lodging_outcome}}',
            ],
          ],
          { stacked: true },
        ),
        lines(
          'Age of the oldest waiting',
          's',
          'A single one may belong to an unknown payment; many mean that processing has stopped.',
          [['max(lodging_provider_notifications_lag_seconds)', 'oldest']],
          { thresholds: above(60, 300) },
        ),
        lines(
          'Reconciler reads',
          'ops',
          'Payments and refunds that the reconciler read from the provider. More than usual: notifications are missing.',
          [
            [
              'sum by (lodging_outcome) (rate(lodging_reconciler_finds_total[$__rate_interval]))',
              '{{lodging_outcome}}',
            ],
          ],
        ),
        lines('Payments ended', 'ops', 'Published results: succeeded or failed.', [
          [
            'sum by (messaging_destination_name) (rate(messaging_client_sent_messages_total{messaging_destination_name=~"evt.payments.v1.payment.+"}[$__rate_interval]))',
            '{{messaging_destination_name}}',
          ],
        ]),
        lines(
          'Opening a payment',
          's',
          'The wait of a client for an intent or a payment page, 95th percentile.',
          [
            [
              'histogram_quantile(0.95, sum by (le, rpc_method) (rate(rpc_server_call_duration_seconds_bucket{rpc_method=~"rpc.payments.v1.open-.+"}[$__rate_interval])))',
              '{{rpc_method}}',
            ],
          ],
        ),
      ],
    },
    {
      title: 'Refunds and late payments',
      panels: [
        figure(
          'Oldest unsent refund',
          's',
          'Decided at the end of a hold, but not yet recorded by payments. Alerts from 15 minutes.',
          'max(lodging_refunds_oldest_owed_age_seconds)',
          { thresholds: above(60, 900) },
        ),
        figure(
          'Oldest pending refund',
          's',
          'Card refunds take seconds. Alerts from three hours.',
          'max(lodging_refunds_oldest_pending_age_seconds)',
          { thresholds: above(600, 10800) },
        ),
        figure(
          'Refunds over the hourly limit',
          'none',
          'Automatic refunds of tenants that exceed their hourly limit. Alerts from one.',
          'max(lodging_refunds_stopped)',
          { thresholds: above(1, 1) },
        ),
        lines(
          'Refunds',
          'ops',
          'By reason: requested by an operator, after a late payment, after a cancellation, or made in the provider’s dashboard.',
          [
            [
              'sum by (lodging_reason) (rate(lodging_refunds_created_total[$__rate_interval]))',
              '{{lodging_reason}}',
            ],
          ],
        ),
        lines('Refunds refused', 'ops', '`owed`: automatic refunds, retried every hour.', [
          [
            'sum by (lodging_reason) (rate(lodging_refunds_refused_total[$__rate_interval]))',
            '{{lodging_reason}}',
          ],
        ]),
        lines(
          'Late payments',
          'ops',
          'confirmed where the units were still free, refunded where they were not.',
          [
            [
              'sum by (lodging_outcome) (rate(lodging_payments_late_total[$__rate_interval]))',
              '{{lodging_outcome}}',
            ],
          ],
        ),
      ],
    },
    {
      title: 'Logs',
      panels: [
        logLines(
          'Alerts of payments',
          'Log lines that need an operator: parked, failed, refused.',
          '{service_name="payments"} | metric=~"payments[.].+"',
        ),
      ],
    },
  ],
};
