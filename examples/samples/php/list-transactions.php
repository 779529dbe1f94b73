<?php

require __DIR__ . '/vezne.php';

$query = ['type' => 'deposit', 'limit' => 20];
do {
    $page = vezne('GET', '/v1/transactions?' . http_build_query($query));
    foreach ($page['transactions'] as $transaction) {
        echo json_encode($transaction), "\n";
    }
    $query['cursor'] = $page['nextCursor'];
} while ($page['nextCursor'] !== null);
