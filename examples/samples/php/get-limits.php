<?php

require __DIR__ . '/vezne.php';

show(vezne('GET', '/v1/limits'));
