import { useQuery } from '@tanstack/react-query';
import { listPartnerCredentials } from '@vezne/contract/console/partner-credentials';
import { listEndpointDeliveries, listPartnerEndpoints } from '@vezne/contract/console/partner-endpoints';
import type { EndpointDelivery } from '@vezne/contract/console/partner-endpoints';
import { listPartnerPeople } from '@vezne/contract/console/partner-people';
import { listPartnerTerms } from '@vezne/contract/console/partner-terms';
import { getPartner, getPartnerLogo, listPartners } from '@vezne/contract/console/partners';
import { addressOf, api } from '../../../shared/api/api.ts';
import { apiBytes } from '../../../shared/api/api-bytes.ts';

/** Everything about partners. A change reads all of it again. */
export const PARTNERS_KEY = ['partners'] as const;
/** Balances move all the time; whoever looks at the list looks for what stands out. */
const AGAIN_MS = 15_000;

export function usePartners() {
  return useQuery({
    queryKey: [...PARTNERS_KEY, 'list'],
    queryFn: async ({ signal }) => await api(listPartners, {}, { signal }),
    refetchInterval: AGAIN_MS,
  });
}

export function usePartner(id: string) {
  return useQuery({
    queryKey: [...PARTNERS_KEY, 'one', id],
    queryFn: async ({ signal }) => await api(getPartner, { params: { id } }, { signal }),
    refetchOnWindowFocus: true,
  });
}

export function usePartnerTerms(id: string) {
  return useQuery({
    queryKey: [...PARTNERS_KEY, 'terms', id],
    queryFn: async ({ signal }) => await api(listPartnerTerms, { params: { id } }, { signal }),
    refetchOnWindowFocus: true,
  });
}

export function usePartnerCredentials(id: string) {
  return useQuery({
    queryKey: [...PARTNERS_KEY, 'credentials', id],
    queryFn: async ({ signal }) => await api(listPartnerCredentials, { params: { id } }, { signal }),
    refetchOnWindowFocus: true,
  });
}

export function usePartnerPeople(id: string) {
  return useQuery({
    queryKey: [...PARTNERS_KEY, 'people', id],
    queryFn: async ({ signal }) => await api(listPartnerPeople, { params: { id } }, { signal }),
    refetchOnWindowFocus: true,
  });
}

export function usePartnerEndpoints(id: string) {
  return useQuery({
    queryKey: [...PARTNERS_KEY, 'endpoints', id],
    queryFn: async ({ signal }) => await api(listPartnerEndpoints, { params: { id } }, { signal }),
    refetchInterval: AGAIN_MS,
  });
}

export function useEndpointDeliveries(id: string, state: EndpointDelivery['state'] | null) {
  return useQuery({
    queryKey: [...PARTNERS_KEY, 'deliveries', id, state],
    queryFn: async ({ signal }) =>
      await api(
        listEndpointDeliveries,
        { params: { id }, ...(state !== null && { query: { state } }) },
        { signal },
      ),
  });
}

/** The picture as an address that the page itself holds. `logo` changes with it, so an old one is never shown for a new one. */
export function usePartnerLogo(id: string, logo: string | null) {
  return useQuery({
    queryKey: [...PARTNERS_KEY, 'logo', id, logo],
    enabled: logo !== null,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const bytes = new Uint8Array(await apiBytes(addressOf(getPartnerLogo.path, { id }), signal));
      // Which kind of picture it is, browsers read from its bytes.
      return `data:image/png;base64,${base64Of(bytes)}`;
    },
  });
}

export function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
}
