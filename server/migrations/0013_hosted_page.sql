-- Up to this amount banks pass a transfer on at once, at any hour (FAST); above it, in their hours (EFT). The hosted page tells
-- players which to expect. The settings are few rows, so to check them all on the way takes no time.
alter table platform_settings add column fast_limit_cents int8 not null default 10000000
  constraint fast_limit_amount check (fast_limit_cents between 0 and 999999999999);

-- The picture of a partner on its hosted pages. It stands beside the partner, since every process keeps all of that in memory.
create table partner_logo (
  partner_id uuid primary key references partner,
  content bytea not null,
  content_type text not null,
  -- Part of the picture's address, so that a browser may keep one and still notices another.
  content_hash text not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  -- With all the rest, a page then stays below 40 KB.
  constraint partner_logo_content check (octet_length(content) between 1 and 16384),
  -- Formats that hold no script.
  constraint partner_logo_content_type check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  constraint partner_logo_content_hash check (content_hash ~ '^[0-9a-f]{16}$'),
  constraint partner_logo_created_by check (char_length(created_by) between 1 and 128)
);
alter table partner_logo enable row level security;
create policy all_rows on partner_logo to vezne_api, vezne_admin using (true) with check (true);
grant select on partner_logo to vezne_api;
grant select, insert, delete on partner_logo to vezne_admin;
