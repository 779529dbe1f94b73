<?php

require __DIR__ . '/vezne.php';

$query = ['type' => 'deposit', 'limit' => 20];
do {
    $page = vezne('GET', '/v1/transactions?' . http_build_query($query));
    foreach ($page['transactions'] as $transaction) {
        show($transaction, 0);
    }
    $query['cursor'] = $page['nextCursor'];
} while ($page['nextCursor'] !== null);
