<?php

require __DIR__ . '/vezne.php';

// Keep nextCursor, and begin after it the next time.
$query = ['limit' => 20];
do {
    $page = vezne('GET', '/v1/events?' . http_build_query($query));
    foreach ($page['events'] as $event) {
        show($event, 0);
    }
    $query['after'] = $page['nextCursor'];
} while (count($page['events']) === $query['limit']);
