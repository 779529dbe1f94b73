<?php

require __DIR__ . '/vezne.php';

echo json_encode(vezne('GET', '/v1/balance'), JSON_PRETTY_PRINT), "\n";
