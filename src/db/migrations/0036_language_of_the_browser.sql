-- Until there was a second language nobody chose English: it was written beside a theme or a density.
update user_preferences set language = 'auto' where language = 'en';
