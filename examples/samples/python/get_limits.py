from vezne import show, vezne

show(vezne("GET", "/v1/limits"))
