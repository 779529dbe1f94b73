import { Outlet, createBrowserRouter } from 'react-router';
import { Crashed, NotFound } from '../features/failures/failures.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { SignedIn } from '../features/shell/signed-in.tsx';

/** Every page of the console. The first script has the frame; each page comes when it is opened. */
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
          lazy: async () => ({ Component: (await import('../features/door/sign-in.tsx')).SignIn }),
        },
        {
          path: '/enrol',
          lazy: async () => ({ Component: (await import('../features/door/enrol.tsx')).Enrol }),
        },
        {
          path: '/set-up',
          lazy: async () => ({ Component: (await import('../features/door/set-up.tsx')).SetUp }),
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
                  lazy: async () => ({
                    Component: (await import('../features/overview/overview.tsx')).Overview,
                  }),
                },
                {
                  path: '/profile',
                  lazy: async () => ({
                    Component: (await import('../features/profile/profile.tsx')).Profile,
                  }),
                },
                {
                  path: '/sessions',
                  lazy: async () => ({
                    Component: (await import('../features/sessions/sessions.tsx')).Sessions,
                  }),
                },
                {
                  path: '/parts',
                  lazy: async () => ({ Component: (await import('../features/parts/parts.tsx')).Parts }),
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
