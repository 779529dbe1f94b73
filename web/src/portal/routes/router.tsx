import { Outlet, createBrowserRouter } from 'react-router';
import { Crashed, NotFound } from '../../shared/failures/failures.tsx';
import { SignedIn } from '../../shared/shell/signed-in.tsx';
import { Shell } from '../features/shell/shell.tsx';

/** Every page of the portal. The first script has the frame; each page comes when it is opened. */
export function createRouter() {
  return createBrowserRouter([
    {
      // Nothing while the first page loads: a frame that is replaced at once would only flicker.
      HydrateFallback: () => null,
      ErrorBoundary: Crashed,
      Component: Outlet,
      children: [
        {
          path: '/sign-in',
          lazy: async () => ({ Component: (await import('../../shared/door/sign-in.tsx')).SignIn }),
        },
        {
          path: '/invitation',
          lazy: async () => ({ Component: (await import('../../shared/door/enrol.tsx')).Enrol }),
        },
        {
          path: '/look',
          lazy: async () => ({ Component: (await import('../features/look/open-look.tsx')).OpenLook }),
        },
        {
          path: '/set-up',
          lazy: async () => ({ Component: (await import('../../shared/door/set-up.tsx')).SetUp }),
        },
        {
          Component: () => (
            <SignedIn>
              <Shell />
            </SignedIn>
          ),
          children: [
            {
              ErrorBoundary: Crashed,
              children: [
                {
                  index: true,
                  lazy: async () => ({ Component: (await import('../features/home/home.tsx')).Home }),
                },
                {
                  path: '/transactions',
                  lazy: async () => ({
                    Component: (await import('../features/transactions/transactions.tsx')).Transactions,
                  }),
                },
                {
                  path: '/transactions/:id',
                  lazy: async () => ({
                    Component: (await import('../features/transactions/transaction.tsx')).Transaction,
                  }),
                },
                {
                  path: '/money',
                  lazy: async () => ({ Component: (await import('../features/money/money.tsx')).Money }),
                },
                {
                  path: '/statements',
                  lazy: async () => ({
                    Component: (await import('../features/statements/statements.tsx')).Statements,
                  }),
                },
                {
                  path: '/statements/:month',
                  lazy: async () => ({
                    Component: (await import('../features/statements/month.tsx')).StatementMonth,
                  }),
                },
                {
                  path: '/credentials',
                  lazy: async () => ({
                    Component: (await import('../features/credentials/credentials.tsx')).Credentials,
                  }),
                },
                {
                  path: '/webhooks',
                  lazy: async () => ({
                    Component: (await import('../features/webhooks/webhooks.tsx')).Webhooks,
                  }),
                },
                {
                  path: '/people',
                  lazy: async () => ({ Component: (await import('../features/people/people.tsx')).People }),
                },
                {
                  path: '/profile',
                  lazy: async () => ({
                    Component: (await import('../../shared/profile/profile.tsx')).Profile,
                  }),
                },
                {
                  path: '/sessions',
                  lazy: async () => ({
                    Component: (await import('../../shared/sessions/sessions.tsx')).Sessions,
                  }),
                },
                {
                  path: '/more',
                  lazy: async () => ({ Component: (await import('../features/shell/more.tsx')).More }),
                },
                { path: '*', Component: NotFound },
              ],
            },
          ],
        },
      ],
    },
  ]);
}
