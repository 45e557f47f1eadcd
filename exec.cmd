@rem cmd.exe has no exec: the scripts of package.json replace their shell elsewhere, so that signals to npm reach the server.
@%*
